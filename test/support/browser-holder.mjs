// A separate Node process, which a test kills while its browser runs a page with an endless loop.
import { webPasses } from '../../dist/src/verify/index.js';
import { openBrowsers } from '../../dist/src/verify/kinds/web/browsers.js';
import { executeWeb } from '../../dist/src/verify/kinds/web/execute.js';

const page = '<script>setTimeout(() => { for (;;); }, 50)</script>';
/** @type {import('../../dist/src/verify/index.js').WebStep[]} */
const steps = [{ do: 'open' }, { see: 'title', is: 'x' }];
const files = new Map([['output/index.html', Buffer.from(page)]]);
void executeWeb(webPasses('output/index.html', 'x', steps, 'x'), files, openBrowsers());

import { describe } from 'vitest';
import { testHost } from '../support/host.ts';
import { resourceSuite } from './hostile.ts';

describe('what a sandbox may use, at full', () => {
  resourceSuite({ open: (limits) => testHost(limits, 'full') });
});

describe.skipIf(process.getuid?.() !== 0)('what a sandbox may use, at root', () => {
  resourceSuite({ open: (limits) => testHost(limits, 'root') });
});

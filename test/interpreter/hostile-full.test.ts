import { testHost } from '../support/host.ts';
import { hostileSuite } from './hostile.ts';

hostileSuite({ open: (limits) => testHost(limits, 'full') });

// All attacks at isolation full.
import { testHost } from '../support/host.ts';
import { hostileSuite } from './hostile.ts';

hostileSuite({ open: (limits) => testHost(limits, 'full') });

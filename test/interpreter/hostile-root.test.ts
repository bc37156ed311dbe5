// All attacks at isolation root.
import { describe } from 'vitest';
import { testHost } from '../support/host.ts';
import { hostileSuite } from './hostile.ts';

describe.skipIf(process.getuid?.() !== 0)('as root, without user namespaces', () => {
  hostileSuite({ open: (limits) => testHost(limits, 'root') });
});

// Attacks on resource limits at isolation full and root.
import { describe } from 'vitest';
import { testHost } from '../support/host.ts';
import { resourceSuite } from './hostile.ts';

describe('resource limits hold at isolation full', () => {
  resourceSuite({ open: (limits) => testHost(limits, 'full') });
});

describe.skipIf(process.getuid?.() !== 0)('resource limits hold at isolation root', () => {
  resourceSuite({ open: (limits) => testHost(limits, 'root') });
});

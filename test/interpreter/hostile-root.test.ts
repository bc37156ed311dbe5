import { describe } from 'vitest';
import { hostileSuite } from './hostile.ts';

describe.skipIf(process.getuid?.() !== 0)('as root, without user namespaces', () => {
  hostileSuite('root');
});

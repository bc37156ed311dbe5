import { hostileSuite } from './hostile.ts';

hostileSuite('full');

// The gates: what makes a pass on a task mean something.
export { audit, type AuditOptions } from './audit.ts';
export { gateNames, type Audit, type Gate, type GateProblem, type GateTally, type TaskGates } from './gates.ts';
export { gatesFile, GatesMemory, gateGround, type Ground, type Scope } from './memory.ts';

// The gates: conditions on a task that make a pass evidence of work.
export { audit, stalenessOf, type AuditOptions } from './audit.ts';
export { cutPoints } from './cut-points.ts';
export { gateNames, type Audit, type Gate, type GateTally, type TaskGates } from './gates.ts';
export { instanceKey } from './instance-digests.ts';
export { GateRecords } from './records.ts';
export { explainStaleness } from './staleness.ts';
export { modulesOf, surroundingsOf, taskDigests, type Surroundings } from './task-digests.ts';

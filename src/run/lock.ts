// Makes the lock of a run: digests of everything that affects its results.
import type { NamedAgent } from '../agent/index.ts';
import { digestBytes, type Limits, type Lock, type TimeLimits } from '../core/index.ts';
import { describeImage, type PythonStack } from '../interpreter/index.ts';
import { findImage } from '../../setup/image-store.mjs';
import { version } from '../../setup/version.mjs';
import { codeDigests, promptsDigest } from './code-digests.ts';
import type { Plan } from './plan.ts';

export interface LockParts {
  readonly plan: Plan;
  readonly agent: NamedAgent;
  readonly stack: PythonStack;
  readonly limits: Limits;
  readonly time: TimeLimits;
  readonly salt: string;
}

export function makeLock({ plan, agent, stack, limits, time, salt }: LockParts): Lock {
  return {
    v: 2,
    pybench: version,
    code: codeDigests({ usesModel: agent.talk !== undefined }),
    instances: {},
    tasks: Object.fromEntries([...plan.tasks].map(([id, task]) => [id, task.sourceDigest])),
    prompts: promptsDigest(agent.prompts),
    limits,
    time,
    isolation: stack.isolation,
    image: stack.image,
    tools: toolsOfMachine(),
    python: { version: stack.version, packages: { ...stack.packages } },
    salt: digestOfSalt(salt),
  };
}

/** The tools image with which this machine grades. */
export function toolsOfMachine(): Lock['image'] {
  const image = findImage('tools');
  return image ? describeImage(image) : null;
}

export function digestOfSalt(salt: string): string | null {
  return salt === '' ? null : digestBytes(`pybench salt ${salt}`);
}

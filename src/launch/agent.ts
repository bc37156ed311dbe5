// Makes an agent from its spec, in two steps, so that errors in the spec are found before interpreters are opened.
import { scriptedAgent, type NamedAgent } from '../agent/index.ts';
import { modelAgent } from '../agent/model/index.ts';
import { defined, usageProblem, type AgentSpec, type Limits, type Pace, type Spending } from '../core/index.ts';
import type { PythonStack } from '../interpreter/index.ts';
import { openModel, type ModelAccess } from './model.ts';

export interface AgentRequest {
  readonly agent: AgentSpec;
  readonly limits: Limits;
  readonly pace: Pace;
  readonly spending: Spending;
}

/** The second step: the prompts of a model name the Python that its code will run in. */
export type AgentMaker = (stack: PythonStack) => NamedAgent;

export function prepareAgent({ agent: spec, limits, ...request }: AgentRequest, access: ModelAccess): AgentMaker {
  switch (spec.kind) {
    case 'interpreter': {
      const model = openModel(spec, request, access);
      const { dialect, maxTurns, vision, systemPrompt, parameters, baseUrl } = spec;
      const settings = defined({ dialect, maxTurns, vision, systemPrompt });
      return (stack) => {
        const agent = modelAgent({ model, ...settings, parameters, stack, limits });
        return { ...agent, spec: { ...agent.spec, ...defined({ baseUrl }) } };
      };
    }
    case 'human':
      throw usageProblem('a person plays a task with "pybench task play"');
    case 'custom':
      throw usageProblem(
        `"${spec.name}" is an agent object of a program; start it from that program, with the option "agent"`,
      );
    default: {
      const agent = scriptedAgent(spec);
      return () => agent;
    }
  }
}

// Types of the Agent Trajectory Interchange Format v1.7: the part that trials use.
import type { Json } from '../core/index.ts';
import type { FunctionTool } from './wire.ts';

type Extra = Readonly<Record<string, unknown>>;

export type AtifPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly source: { readonly media_type: string; readonly path: string } };
export type AtifContent = string | readonly AtifPart[];

export interface AtifMetrics {
  readonly prompt_tokens?: number;
  readonly completion_tokens?: number;
  readonly cached_tokens?: number;
  readonly cost_usd?: number;
  readonly extra?: Extra;
}

interface AtifToolCall {
  readonly tool_call_id: string;
  readonly function_name: string;
  readonly arguments: { [key: string]: Json };
}

/** A step without its number. */
export interface AtifStepBody {
  readonly timestamp: string;
  readonly source: 'system' | 'user' | 'agent';
  readonly message: AtifContent;
  /** The fields below occur in agent steps only. */
  readonly reasoning_effort?: string;
  readonly reasoning_content?: string;
  readonly tool_calls?: readonly AtifToolCall[];
  readonly observation?: { readonly results: readonly AtifResult[] };
  readonly metrics?: AtifMetrics;
  readonly llm_call_count?: number;
  readonly extra?: Extra;
}

type AtifStep = { readonly step_id: number } & AtifStepBody;

export interface AtifResult {
  readonly source_call_id?: string;
  readonly content: AtifContent;
}

export interface AtifTrajectory {
  readonly schema_version: 'ATIF-v1.7';
  readonly session_id: string;
  readonly trajectory_id: string;
  readonly agent: {
    readonly name: string;
    readonly version: string;
    readonly model_name?: string;
    readonly tool_definitions?: readonly FunctionTool[];
    readonly extra?: Extra;
  };
  readonly steps: readonly AtifStep[];
  readonly final_metrics: {
    readonly total_prompt_tokens?: number;
    readonly total_completion_tokens?: number;
    readonly total_cached_tokens?: number;
    readonly total_cost_usd?: number;
    readonly total_steps: number;
    readonly extra: Extra;
  };
  readonly extra: Extra;
}

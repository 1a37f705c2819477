import type {
  CallToolResult,
  InputRequiredResult,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import type { JsonSchema } from '../../../rules/json-schema.js';
import type { HeaderArgument } from '../own/header-arguments.js';
import type { Caller } from './caller.js';

/** What a call was sent, once texts that stand for other values are read as those. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** One call of a tool. */
export interface ToolCall {
  readonly caller: Caller;
  readonly args: ToolArguments;
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  /** Tells the client how far a long call has come; does nothing where it did not ask. */
  readonly progress: (done: number, text: string) => void;
}

/**
 * What a call came to: the answer as JSON text, `null` for none; or a result that a team's own tool
 * made itself.
 */
export type ToolOutcome = string | null | { readonly result: CallToolResult | InputRequiredResult };

/** Holds a result against the schema that clients were given for it. @contract C16.5 */
export interface ToolOutput {
  readonly schema: JsonSchema;
  /** Returns what the schema finds wrong with a value; empty if it matches. */
  findFaults(value: unknown): Promise<readonly string[]>;
  /** @throws Error that names the faults, for the log */
  verify(value: unknown): Promise<void>;
}

/** What a client reads of a tool besides its name. */
export interface ToolDescription {
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** All four, always: a client takes an absent one for the worst. */
export type AllAnnotations = Required<Omit<ToolAnnotations, 'title'>> & { readonly title: string };

/**
 * A tool. Its name is known at boot; whether it is there, and what it takes, depends on who asks.
 */
export interface Tool {
  readonly name: string;
  readonly annotations: AllAnnotations;
  /** How a call that answers too much can ask for less; a sentence. */
  readonly narrowing: string;
  /** Arguments that clients of the newer era repeat in headers of the request; absent: none. */
  readonly headers?: readonly HeaderArgument[];
  /** Absent for tools without an output schema. */
  readonly output?: ToolOutput;
  /** Who may not call it is not told that it exists. @contract C11.2 */
  mayCall(caller: Caller): Promise<boolean>;
  /** @param args those of a call, which may say more of what it takes; left out: any call's */
  describe(caller: Caller, args?: ToolArguments): Promise<ToolDescription>;
  /** @throws RequestError as the use case does */
  run(call: ToolCall): Promise<ToolOutcome>;
}

/** Tools of one kind, for every resource that opts in to them. */
export interface ToolFamily {
  toolsOf(resource: CompiledResource): readonly Tool[];
}

import type {
  CallToolResult,
  InputRequiredResult,
  ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import type { HeaderArgument } from './header-arguments.js';
import type { Caller } from './caller.js';

/** The arguments of a call, after strings were coerced to the types of the schema. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** One call of a tool. */
export interface ToolCall {
  readonly caller: Caller;
  readonly args: ToolArguments;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  /** Reports progress to the client; does nothing if the client did not request it. */
  readonly progress: (done: number, message: string) => void;
}

/**
 * The outcome of a call: a JSON string, `null` if there is no response body, or a result that a
 * custom tool built itself.
 */
export type ToolOutcome = string | null | { readonly result: CallToolResult | InputRequiredResult };

/** Validates a result against the output schema that clients received. @contract C16.5 */
export interface ToolOutput {
  readonly schema: JsonSchema;
  /** Returns the value's faults; empty if it matches the schema. */
  findFaults(value: unknown): Promise<readonly string[]>;
  /** @throws Error that names the faults, for the log */
  verify(value: unknown): Promise<void>;
}

/** The description of a tool for clients, besides its name. */
export interface ToolDescription {
  readonly description: string;
  readonly inputSchema: JsonSchema;
  readonly outputSchema?: JsonSchema;
}

/** All four hints are always sent: clients assume the worst for a missing one. */
export type AllAnnotations = Required<Omit<ToolAnnotations, 'title'>> & { readonly title: string };

/**
 * A tool. Its name is known at boot; whether it is visible, and its arguments, depend on the
 * caller.
 */
export interface McpTool {
  readonly name: string;
  readonly annotations: AllAnnotations;
  /** A sentence that explains how to get a shorter result. */
  readonly narrowing: string;
  /** Arguments, if any, that clients of the newer era repeat in request headers. */
  readonly headers?: readonly HeaderArgument[];
  /** Absent for tools without an output schema. */
  readonly output?: ToolOutput;
  /** Returns whether the caller may call the tool; otherwise the tool is hidden. @contract C11.2 */
  mayCall(caller: Caller): Promise<boolean>;
  /**
   * @param args the arguments of a call, which can narrow the schema; omitted when tools are listed
   */
  describe(caller: Caller, args?: ToolArguments): Promise<ToolDescription>;
  /** @throws RequestError as the use case does */
  run(call: ToolCall): Promise<ToolOutcome>;
}

/** Tools of one kind, for every resource that opts in. */
export interface ToolFamily {
  toolsOf(resource: CompiledResource): readonly McpTool[];
}

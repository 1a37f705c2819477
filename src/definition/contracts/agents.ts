import type {
  GetPromptResult,
  InputRequiredResult,
  ReadResourceResult,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Payload } from '../../rules/entries/payload-types.js';
import type { RuleMap } from '../../rules/entries/rule-types.js';
import type { Decision, AppUser, RequestOrigin } from '../../base/types/register.js';
import type { ClassOf, Mistake } from '../../base/types/compile-time.js';

/** The call that a custom tool, resource or prompt handles. */
export interface AgentRequest {
  readonly user: AppUser;
  readonly origin: RequestOrigin;
  /** The accepted languages, the preferred one first. */
  readonly languages: readonly string[];
  /** Aborted when the client disconnects or cancels the call. */
  readonly signal: AbortSignal;
  /** Reports progress to the client; does nothing if the client did not request it. */
  progress(done: number, text: string): void;
  /** The context of the MCP SDK, for example for notifications and for input from the user. */
  readonly protocol: ServerContext;
}

interface Seen {
  /** The title that clients show; defaults to the name. */
  readonly title?: string;
  /** Explains the purpose. A model chooses by this description. */
  readonly description?: string;
  /**
   * Whether the user may see and use it; by default, every signed-in user may. For other users it
   * does not exist.
   * @contract C11.2
   */
  readonly canSee?: (request: AgentRequest) => Decision;
}

interface CommonTool extends Seen {
  /** At most 64 characters: a-z, 0-9, "-" and "_". */
  readonly name: string;
  readonly description: string;
  /**
   * The JSON Schema (2020-12) of the object that the tool returns. A value that does not match is
   * never sent: the call fails, and the log contains the reason. @contract C16.5
   */
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** Whether the tool changes nothing; defaults to false. */
  readonly readOnly?: boolean;
  /** Whether the tool may delete or overwrite data; defaults to false. */
  readonly destructive?: boolean;
  /** Whether a repeated call has no further effect; defaults to `readOnly`. */
  readonly idempotent?: boolean;
  /** Whether the tool uses systems outside this service; defaults to false. */
  readonly openWorld?: boolean;
}

/** The check of the arguments. Without any of the three, the tool has no arguments. */
type ToolArguments =
  | { readonly inputSchema?: never; readonly rules?: never; readonly payload?: never }
  /** The JSON Schema (2020-12) of an object. */
  | {
      readonly inputSchema: Readonly<Record<string, unknown>>;
      readonly rules?: never;
      readonly payload?: never;
    }
  /** Rules as in the payload of an action: they define the schema, and convert and check values. */
  | { readonly rules: RuleMap; readonly inputSchema?: never; readonly payload?: never }
  /** A class with class-validator decorators: the method receives an instance of it. */
  | { readonly payload: ClassOf; readonly inputSchema?: never; readonly rules?: never };

/** The options of a custom tool. */
export type ToolOptions = CommonTool & ToolArguments;

type ArgumentsOf<O> = O extends { readonly rules: infer M extends RuleMap }
  ? Payload<M>
  : O extends { readonly payload: ClassOf<infer P> }
    ? P
    : never;

/** Checks at compile time that a tool's method accepts the arguments that its options define. */
export type ToolCheck<M, O> = M extends (args: infer A, ...rest: never[]) => unknown
  ? ArgumentsOf<O> extends A
    ? unknown
    : Mistake<'the method takes other arguments than its rules give', ArgumentsOf<O>>
  : unknown;

/**
 * The method of a tool. It returns data, which is handled like the result of an action, or a
 * complete MCP result from `toolResult`, with images, links, or a question to the user.
 */
export type ToolMethod = (args: never, request: AgentRequest) => unknown;

interface Readable extends Seen {
  readonly name: string;
  /** Defaults to `text/plain`. */
  readonly mimeType?: string;
}
/** An MCP resource: one URI, or all URIs that match a template (RFC 6570). */
export type McpResourceOptions =
  | (Readable & { readonly uri: string; readonly uriTemplate?: never })
  | (Readable & { readonly uriTemplate: string; readonly uri?: never });

/** The values of the variables in a URI template. */
export type UriVariables = Readonly<Record<string, string | readonly string[]>>;

/** A string, bytes, or a complete MCP result. */
export type McpResourceContent = string | Uint8Array | ReadResourceResult;

/** The method of an MCP resource. Without a template, `variables` is empty. */
export type McpResourceMethod = (
  variables: UriVariables,
  request: AgentRequest,
) => McpResourceContent | Promise<McpResourceContent>;

/** An argument of a prompt. Its value is a string. */
export interface McpPromptArgument {
  readonly description?: string;
  readonly required?: boolean;
  /** Returns completions for the beginning of a value that the user has typed. */
  readonly complete?: (
    begun: string,
    request: AgentRequest,
  ) => readonly string[] | Promise<readonly string[]>;
}

/** The options of a prompt: a template that the user selects to start a conversation. */
export interface McpPromptOptions extends Seen {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, McpPromptArgument>>;
}

/** The method of a prompt. A string becomes a message of the user. */
export type McpPromptMethod = (
  args: Readonly<Record<string, string>>,
  request: AgentRequest,
) => McpPromptContent | Promise<McpPromptContent>;

/** A string, or a complete MCP result. */
export type McpPromptContent = string | GetPromptResult | InputRequiredResult;

import type {
  GetPromptResult,
  InputRequiredResult,
  ReadResourceResult,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { Payload } from '../rules/payload-types.js';
import type { RuleMap } from '../rules/rule-types.js';
import type { Decision, AppUser, RequestOrigin } from '../types/register.js';
import type { ClassOf, Mistake } from '../types/compile-time.js';

/** What a team's own tools, resources and prompts learn of the call that they serve. */
export interface AgentRequest {
  readonly user: AppUser;
  readonly origin: RequestOrigin;
  /** Languages that the user reads, the best first. */
  readonly languages: readonly string[];
  /** Aborted when the client leaves. */
  readonly signal: AbortSignal;
  /** Reports to the client how far the call has come, if the client asked for that. */
  progress(done: number, text: string): void;
  /**
   * The call as the protocol's library has it: notifications, the input that a client was asked
   * for.
   */
  readonly protocol: ServerContext;
}

interface Seen {
  /** What a client shows; defaults to the name. */
  readonly title?: string;
  /** What it is for, in the words of who wrote it: a model chooses by them. */
  readonly description?: string;
  /**
   * Who may see and use it; left out: everybody who is signed in. To others it does not exist.
   * @contract C11.2
   */
  readonly canSee?: (request: AgentRequest) => Decision;
}

interface CommonTool extends Seen {
  /** At most 64 of a-z, 0-9, "-" and "_". */
  readonly name: string;
  readonly description: string;
  /**
   * JSON Schema 2020-12 of the object that it returns. A value that does not match never reaches
   * the client: the call fails, and the log has the reason. @contract C16.5
   */
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  /** Changes nothing; defaults to false. */
  readonly readOnly?: boolean;
  /** Removes something; defaults to false. */
  readonly destructive?: boolean;
  /** Called twice, it does no more than once; what only reads does so by itself. */
  readonly idempotent?: boolean;
  /** Reaches beyond the service; defaults to false. */
  readonly openWorld?: boolean;
}

/** What arguments are checked against; left out: the tool takes no arguments. */
type ToolArguments =
  | { readonly inputSchema?: never; readonly rules?: never; readonly payload?: never }
  /** JSON Schema 2020-12 of an object. */
  | {
      readonly inputSchema: Readonly<Record<string, unknown>>;
      readonly rules?: never;
      readonly payload?: never;
    }
  /** The rules of an action's payload: they give the schema, and read and check what is sent. */
  | { readonly rules: RuleMap; readonly inputSchema?: never; readonly payload?: never }
  /** A class with decorators of class-validator: the method is given an instance. */
  | { readonly payload: ClassOf; readonly inputSchema?: never; readonly rules?: never };

/** A tool of a team's own. */
export type ToolOptions = CommonTool & ToolArguments;

type ArgumentsOf<O> = O extends { readonly rules: infer M extends RuleMap }
  ? Payload<M>
  : O extends { readonly payload: ClassOf<infer P> }
    ? P
    : never;

/** What the compiler holds a tool's method against. */
export type ToolCheck<M, O> = M extends (args: infer A, ...rest: never[]) => unknown
  ? ArgumentsOf<O> extends A
    ? unknown
    : Mistake<'the method takes other arguments than its rules give', ArgumentsOf<O>>
  : unknown;

/**
 * What a tool's method returns: data, which becomes a response as that of an action does; or a whole
 * result of the protocol, made by `toolResult`, with images, links, or a question to the user.
 */
export type ToolMethod = (args: never, request: AgentRequest) => unknown;

interface Readable extends Seen {
  readonly name: string;
  /** Defaults to `text/plain`. */
  readonly mimeType?: string;
}
/** Something that clients read by its address: one, or as many as a template has (RFC 6570). */
export type McpResourceOptions =
  | (Readable & { readonly uri: string; readonly uriTemplate?: never })
  | (Readable & { readonly uriTemplate: string; readonly uri?: never });

/** The variables of a template's address. */
export type UriVariables = Readonly<Record<string, string | readonly string[]>>;

/** A text, bytes, or a whole result of the protocol. */
export type McpResourceContent = string | Uint8Array | ReadResourceResult;

/** What a resource's method is: the variables are empty if its address has no placeholders. */
export type McpResourceMethod = (
  variables: UriVariables,
  request: AgentRequest,
) => McpResourceContent | Promise<McpResourceContent>;

/** One argument of a prompt; all are texts. */
export interface McpPromptArgument {
  readonly description?: string;
  readonly required?: boolean;
  /** Values that begin as the user began. */
  readonly complete?: (
    begun: string,
    request: AgentRequest,
  ) => readonly string[] | Promise<readonly string[]>;
}

/** A text that a user may start with. */
export interface McpPromptOptions extends Seen {
  readonly name: string;
  readonly arguments?: Readonly<Record<string, McpPromptArgument>>;
}

/** What a prompt's method is; a text is a message of the user. */
export type McpPromptMethod = (
  args: Readonly<Record<string, string>>,
  request: AgentRequest,
) => McpPromptContent | Promise<McpPromptContent>;

/** A text, or a whole result of the protocol. */
export type McpPromptContent = string | GetPromptResult | InputRequiredResult;

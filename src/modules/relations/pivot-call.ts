import type { ResourceRequest } from '../../types/register.js';
import type { PivotRelation } from '../../registry/compiled-resource.js';
import type { RequestContext } from '../../authorization/request-context.js';

/**
 * The operations on the rows of a pivot table; PATCH of an attached record's values attaches, too.
 * @contract C7
 */
export type PivotOperation = 'attach' | 'sync' | 'detach';

/** A request about the rows of a pivot table, as every way in hands it over. */
export interface PivotCall {
  readonly context: RequestContext;
  readonly operation: PivotOperation;
  /** The parent's key, as the path has it. */
  readonly id: string;
  /** The relation's key. */
  readonly relation: string;
  /**
   * The related record's key in the path, where the values of one attached record are changed; else
   * `null`.
   */
  readonly related: string | null;
  /** Takes no parameter: any is refused. */
  readonly queryString: string;
  /** What the JSON body holds; `undefined` where there is none. */
  readonly body: unknown;
  /** Languages that the caller reads, the best first. */
  readonly languages: readonly string[];
}

/** A call whose relation the user may use. Nothing has been read yet. */
export interface PivotContext extends RequestContext {
  readonly request: ResourceRequest;
  readonly operation: PivotOperation;
  readonly id: string;
  readonly relation: PivotRelation;
  readonly related: string | null;
  /** The members of the body. */
  readonly members: Readonly<Record<string, unknown>>;
  readonly languages: readonly string[];
}

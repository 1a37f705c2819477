import type { ResourceRequest } from '../../base/types/register.js';
import type { PivotRelation } from '../../registry/resources/compiled-resource.js';
import type { RequestContext } from '../../pipeline/authorization/request-context.js';

/**
 * The operations on the rows of a pivot table. PATCH of an attached record's values is an attach,
 * too.
 * @contract C7
 */
export type PivotOperation = 'attach' | 'sync' | 'detach';

/** A request to write pivot rows, from HTTP or a tool. */
export interface PivotCall {
  readonly context: RequestContext;
  readonly operation: PivotOperation;
  /** The parent's key from the path. */
  readonly id: string;
  /** The relation's key. */
  readonly relation: string;
  /**
   * The related record's key in the path, if the values of one attached record are changed;
   * otherwise `null`.
   */
  readonly related: string | null;
  /** Must be empty: any parameter is rejected. */
  readonly queryString: string;
  /** The parsed JSON body; `undefined` without a body. */
  readonly body: unknown;
}

/** A call for a relation that the user may use, before anything is read. */
export interface PivotContext extends RequestContext {
  readonly request: ResourceRequest;
  readonly operation: PivotOperation;
  readonly id: string;
  readonly relation: PivotRelation;
  readonly related: string | null;
  /** The members of the body. */
  readonly members: Readonly<Record<string, unknown>>;
}

import type { RunDone } from '../../base/errors/index.js';
import type { ResourceRequest } from '../../base/types/register.js';
import type { CompiledAction } from '../../registry/resources/compiled-resource.js';
import type { Repositories } from './action-keys.js';
import type { ActionPayload } from './action-payload.js';
import type { Planned } from '../records/reading/read-plans.js';
import type { RequestContext } from '../../pipeline/authorization/request-context.js';

/** What a caller sends to an action, beside the query. */
export interface ActionInput {
  /** The parsed JSON body; `undefined` without a body. */
  readonly body: unknown;
  /** Aborted when the caller disconnects: a run over all records then stops after its chunk. */
  readonly signal: AbortSignal;
  /** Called after each chunk of a run over all records; the run goes on when it is done. */
  readonly onProgress?: ((done: RunDone) => void | Promise<void>) | undefined;
  /** Whether the caller prefers not to wait for the action. @contract C14.1 */
  readonly prefersBackground?: boolean;
  /** Whether the caller waits for the end in any case, such as a command in a terminal. */
  readonly waits?: boolean;
  /** Whether the progress contains the total, which takes a statement. */
  readonly countsTotal?: boolean;
}

/** An action that is about to run, before anything is read. */
export interface ActionContext extends RequestContext, Omit<ActionInput, 'body'> {
  readonly action: CompiledAction;
  readonly request: ResourceRequest;
  /** The plan of the query: which records, and what it includes. */
  readonly planned: Planned;
  readonly payload: ActionPayload;
  /** The key of the record in the path; `null` at the collection's path. */
  readonly key: string | number | null;
  /** Which records; `null` if the action runs on the record of the path, or on none. */
  readonly repositories: Repositories | null;
}

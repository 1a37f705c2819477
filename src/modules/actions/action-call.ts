import type { RunDone } from '../../errors/index.js';
import type { ResourceRequest } from '../../types/register.js';
import type { CompiledAction } from '../../registry/compiled-resource.js';
import type { Repositories } from './action-keys.js';
import type { ActionPayload } from './action-payload.js';
import type { Planned } from '../records/reading/read-records.js';
import type { RequestContext } from '../../authorization/request-context.js';

/** A request that runs an action, as every way in hands it over. */
export interface ActionCall {
  readonly context: RequestContext;
  /** The key of the record, as the path has it; `null` at the collection's path. */
  readonly id: string | null;
  /** The text behind `?`: which action, and which records it may have. */
  readonly queryString: string;
  /** What the JSON body holds; `undefined` where there is none. */
  readonly body: unknown;
  /** Languages that the caller reads, the best first. */
  readonly languages: readonly string[];
  /** Aborted when the caller leaves: a run over all records ends with its chunk. */
  readonly signal: AbortSignal;
  /** Told after each chunk of a run over all records. */
  readonly onProgress?: (done: RunDone) => void;
}

/** A call of an action that this user may see; nothing was read yet. */
export interface ActionContext extends RequestContext {
  readonly call: ActionCall;
  readonly action: CompiledAction;
  readonly request: ResourceRequest;
  /** The records that the query leaves, with what it includes. */
  readonly planned: Planned;
  readonly payload: ActionPayload;
  /** The key of the record in the path; `null` at the collection's path. */
  readonly key: string | number | null;
  /** Which records; `null` where the action runs on the record of the path, or on none. */
  readonly repositories: Repositories | null;
}

import type { EntityManager } from 'typeorm';
import type { ActionRequest } from '../../definition/contracts/action.js';
import type { ClassOf } from '../../base/types/compile-time.js';
import type { RuleContext } from '../../rules/entries/rule-context.js';
import { managerFor } from './action-manager.js';
import type { ActionPayload } from './action-payload.js';
import type { ReceivedRecords } from './action-records.js';
import type { ActionWrites, Changes } from './action-writes.js';
import {
  requestWithManager,
  writeRequest,
  type WriteSubject,
} from '../records/writing/write-request.js';

/** The parts of a handler's request. */
export interface HandlerCall {
  readonly subject: WriteSubject;
  readonly payload: ActionPayload;
  readonly ruleContext: RuleContext;
  readonly writes: ActionWrites;
  readonly received: ReceivedRecords;
}

/** A handler's request, and whether the handler used TypeORM's manager, which bypasses the log. */
export interface GivenRequest {
  readonly request: ActionRequest;
  readonly usedManager: () => boolean;
}

/** Builds the request for one call of a handler. */
export function requestFor({
  subject,
  payload,
  ruleContext,
  writes,
  received,
}: HandlerCall): GivenRequest {
  const given = writeRequest(subject);
  let manager: EntityManager | undefined;
  const members = {
    afterCommit: given.afterCommit,
    payload: payload.value,
    validate: () => payload.validate(ruleContext),
    update: (records: readonly object[], changes: Changes) => writes.update(records, changes),
    delete: (records: readonly object[]) => writes.delete(records),
    store: (entity: ClassOf, rows: readonly object[]) => writes.store(entity, rows),
  };
  const request = requestWithManager(
    given,
    members,
    () => (manager ??= managerFor(given.manager, received.related)),
  );
  return { request: request as unknown as ActionRequest, usedManager: () => manager !== undefined };
}

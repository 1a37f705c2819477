import { ActionLog, Resource, ResourceOf } from 'resource-api';
import { ActionLogPolicy } from './action-log.policy.js';

const fields = [
  ...(['user_id', 'name', 'actionable_type', 'actionable_id', 'status', 'original'] as const),
  ...(['changes', 'exception', 'batch_id', 'meta', 'created_at'] as const),
] as const;

/** The log of changes to the records of resources that opted in. @spec Action log resource */
@Resource({ policy: ActionLogPolicy })
export class ActionLogResource extends ResourceOf(ActionLog, { fields, readOnly: fields }) {}

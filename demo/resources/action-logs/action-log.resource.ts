import { ActionLog, Field, Resource, ResourceOf } from 'resource-api';
import { ActionLogPolicy } from './action-log.policy.js';

/** The log of changes to the records of resources that opted in. @spec Action log resource */
@Resource({ group: 'System', policy: ActionLogPolicy })
export class ActionLogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true })
  user_id!: string | null;

  @Field({ readOnly: true })
  name!: string;

  @Field({ readOnly: true })
  actionable_type!: string | null;

  @Field({ readOnly: true })
  actionable_id!: string | null;

  @Field({ readOnly: true })
  status!: ActionLog['status'];

  @Field({ readOnly: true })
  original!: ActionLog['original'];

  @Field({ readOnly: true })
  changes!: ActionLog['changes'];

  @Field({ readOnly: true })
  exception!: string;

  @Field({ readOnly: true })
  batch_id!: string;

  @Field({ readOnly: true })
  meta!: ActionLog['meta'];

  @Field({ readOnly: true })
  created_at!: Date;
}

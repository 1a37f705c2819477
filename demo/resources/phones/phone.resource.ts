import { Field, Resource, ResourceOf } from 'resource-api';
import { isAdmin } from '../rights.js';
import { Phone } from './phone.entity.js';
import { PhonePolicy } from './phone.policy.js';

/** Phones, at most one per user. */
@Resource({ group: 'Team', policy: PhonePolicy })
export class PhoneResource extends ResourceOf(Phone, {
  fields: ['number', 'user_id', 'created_at', 'updated_at'],
  relations: ['user'],
}) {
  @Field({ canWrite: isAdmin })
  override user_id!: number;
}

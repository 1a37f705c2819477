import { BelongsTo, Field, Resource, ResourceOf, type Related } from 'resource-api';
import { isAdmin } from '../rights.js';
import { UserResource } from '../users/user.resource.js';
import { Phone } from './phone.entity.js';
import { PhonePolicy } from './phone.policy.js';

/** Phones, at most one per user. */
@Resource({ policy: PhonePolicy })
export class PhoneResource extends ResourceOf(Phone) {
  @Field({ rules: ['required'] })
  number!: string;

  @Field({ rules: ['exists:users,id'], canWrite: isAdmin })
  user_id!: number;

  @Field({ readOnly: true })
  created_at!: Date;

  @Field({ readOnly: true })
  updated_at!: Date;

  @BelongsTo(() => UserResource)
  user!: Related;
}

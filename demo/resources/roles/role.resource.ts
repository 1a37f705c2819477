import { BelongsToMany, Field, Resource, ResourceOf, unique, type Related } from 'resource-api';
import { isAdmin } from '../rights.js';
import { UserResource } from '../users/user.resource.js';
import { Role } from './role.entity.js';
import { RolePolicy } from './role.policy.js';

/** The roles of users. */
@Resource({ policy: RolePolicy })
export class RoleResource extends ResourceOf(Role) {
  @Field({
    rules: ['required'],
    storingRules: [unique(() => Role, 'name')],
    messages: { required: 'A role needs a name.' },
    searchable: true,
    sortable: true,
    matchable: 'text',
  })
  name!: string;

  @Field({ readOnly: true })
  created_at!: Date;

  @Field({ readOnly: true })
  updated_at!: Date;

  @BelongsToMany(() => UserResource, { canAttach: isAdmin, canDetach: isAdmin })
  users!: Related;
}

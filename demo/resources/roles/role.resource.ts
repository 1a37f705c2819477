import { BelongsToMany, Field, Resource, ResourceOf, type Related } from 'resource-api';
import { isAdmin } from '../rights.js';
import { UserResource } from '../users/user.resource.js';
import { Role } from './role.entity.js';
import { RolePolicy } from './role.policy.js';

/** The roles of users. */
@Resource({ group: 'System', policy: RolePolicy })
export class RoleResource extends ResourceOf(Role, {
  fields: ['name', 'created_at', 'updated_at'],
}) {
  @Field({
    messages: { required: 'A role needs a name.' },
    searchable: true,
    sortable: true,
    matchable: true,
  })
  override name!: string;

  @BelongsToMany(() => UserResource, { canAttach: isAdmin, canDetach: isAdmin })
  users!: Related;
}

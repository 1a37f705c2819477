import { ResourceModule } from 'resource-api';
import { CreateRoles1735776000004 } from '../../migrations/1735776000004-create-roles.js';
import { RoleResource } from './role.resource.js';

/** Roles. */
@ResourceModule({ resources: [RoleResource], migrations: [CreateRoles1735776000004] })
export class RoleModule {}

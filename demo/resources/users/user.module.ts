import { ResourceModule } from 'resource-api';
import { CreateUsers1735776000002 } from '../../migrations/1735776000002-create-users.js';
import { UserResource } from './user.resource.js';

/** Users, with their accounts. */
@ResourceModule({ resources: [UserResource], migrations: [CreateUsers1735776000002] })
export class UserModule {}

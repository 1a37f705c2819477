import { ResourceModule } from 'resource-api';
import { CreatePhones1735776000003 } from '../../migrations/1735776000003-create-phones.js';
import { PhoneResource } from './phone.resource.js';

/** Phones. */
@ResourceModule({ resources: [PhoneResource], migrations: [CreatePhones1735776000003] })
export class PhoneModule {}

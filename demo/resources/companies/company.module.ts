import { ResourceModule } from 'resource-api';
import { CreateCompanies1735776000001 } from '../../migrations/1735776000001-create-companies.js';
import { CompanyResource } from './company.resource.js';

/** Companies and their partnerships. */
@ResourceModule({ resources: [CompanyResource], migrations: [CreateCompanies1735776000001] })
export class CompanyModule {}

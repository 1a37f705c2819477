import { ResourceModule } from 'resource-api';
import { CreateTags1735776000008 } from '../../migrations/1735776000008-create-tags.js';
import { TagResource } from './tag.resource.js';

/** Tags, and the tagged records. */
@ResourceModule({ resources: [TagResource], migrations: [CreateTags1735776000008] })
export class TagModule {}

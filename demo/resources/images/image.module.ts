import { ResourceModule } from 'resource-api';
import { CreateImages1735776000009 } from '../../migrations/1735776000009-create-images.js';
import { ImageResource } from './image.resource.js';

/** Images. */
@ResourceModule({ resources: [ImageResource], migrations: [CreateImages1735776000009] })
export class ImageModule {}

import { ResourceModule } from 'resource-api';
import { CreateVideos1735776000006 } from '../../migrations/1735776000006-create-videos.js';
import { VideoResource } from './video.resource.js';

/** Videos. */
@ResourceModule({ resources: [VideoResource], migrations: [CreateVideos1735776000006] })
export class VideoModule {}

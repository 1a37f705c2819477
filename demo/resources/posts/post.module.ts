import { ResourceModule } from 'resource-api';
import { CreatePosts1735776000005 } from '../../migrations/1735776000005-create-posts.js';
import { Announcements } from './announcements.js';
import { PostResource } from './post.resource.js';

/** Posts, from the first draft to the archive. */
@ResourceModule({
  resources: [PostResource],
  migrations: [CreatePosts1735776000005],
  providers: [Announcements],
})
export class PostModule {}

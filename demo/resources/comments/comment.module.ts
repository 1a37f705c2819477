import { ResourceModule } from 'resource-api';
import { CreateComments1735776000007 } from '../../migrations/1735776000007-create-comments.js';
import { CommentResource } from './comment.resource.js';

/** Comments. */
@ResourceModule({ resources: [CommentResource], migrations: [CreateComments1735776000007] })
export class CommentModule {}

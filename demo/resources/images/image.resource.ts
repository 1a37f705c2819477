import { Resource, ResourceOf } from 'resource-api';
import { Image } from './image.entity.js';
import { ImagePolicy } from './image.policy.js';

/** Images of users and posts. */
@Resource({ group: 'Content', policy: ImagePolicy })
export class ImageResource extends ResourceOf(Image, {
  fields: ['path', 'alt', 'created_at', 'updated_at'],
}) {}

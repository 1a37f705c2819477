import { Field, Resource, ResourceOf } from 'resource-api';
import { Image } from './image.entity.js';
import { ImagePolicy } from './image.policy.js';

/** Images of users and posts. */
@Resource({ policy: ImagePolicy })
export class ImageResource extends ResourceOf(Image) {
  @Field()
  path!: string;

  @Field()
  alt!: string | null;

  @Field({ readOnly: true })
  created_at!: Date;

  @Field({ readOnly: true })
  updated_at!: Date;
}

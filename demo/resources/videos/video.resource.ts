import {
  BelongsTo,
  Field,
  MorphMany,
  MorphToMany,
  Resource,
  ResourceOf,
  startsWith,
  type Condition,
  type Related,
  type ResourceRequest,
} from 'resource-api';
import { CommentResource } from '../comments/comment.resource.js';
import { caller, isAdmin } from '../rights.js';
import { TagResource } from '../tags/tag.resource.js';
import { Taggable } from '../tags/taggable.entity.js';
import type { User } from '../users/user.entity.js';
import { UserResource } from '../users/user.resource.js';
import { Video } from './video.entity.js';
import { VideoPolicy } from './video.policy.js';

/** Searches users whose name starts with the search term. */
const nameStartsWith = (
  _query: Condition<User>,
  _request: ResourceRequest,
  value: string,
): Condition<User> => startsWith<User>('name', value);

/** Videos on other sites. */
@Resource({ group: 'Content', policy: VideoPolicy })
export class VideoResource extends ResourceOf(Video, {
  fields: ['title', 'url', 'user_id', 'created_at', 'updated_at'],
  searchable: ['title'],
  sortable: ['title'],
  matchable: ['title'],
}) {
  @Field({ rules: ['url'] })
  override url!: string;

  @Field({ canWrite: isAdmin, default: caller })
  override user_id!: number;

  @BelongsTo(() => UserResource, { searchable: nameStartsWith })
  user!: Related;

  @MorphMany(() => CommentResource)
  comments!: Related;

  @MorphToMany(() => TagResource, { through: () => Taggable })
  tags!: Related;
}

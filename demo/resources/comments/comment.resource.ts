import { BelongsTo, Field, Resource, ResourceOf, type Related } from 'resource-api';
import { caller, isAdmin } from '../rights.js';
import { UserResource } from '../users/user.resource.js';
import { Comment, type CommentableType } from './comment.entity.js';
import { CommentPolicy } from './comment.policy.js';

/** Comments on posts and videos. */
@Resource({ policy: CommentPolicy, defaultRelatablePerPage: 10 })
export class CommentResource extends ResourceOf(Comment, {
  fields: ['comment', 'commentable_type', 'commentable_id', 'user_id', 'created_at', 'updated_at'],
  searchable: ['comment'],
  sortable: ['created_at'],
}) {
  @Field({ rules: ['in:posts,videos'], storingRules: ['required'] })
  override commentable_type!: CommentableType;

  @Field({ storingRules: ['required'] })
  override commentable_id!: number;

  @Field({ matchable: true, canWrite: isAdmin, default: caller })
  override user_id!: number;

  @BelongsTo(() => UserResource, { relationship: 'user' })
  author!: Related;
}

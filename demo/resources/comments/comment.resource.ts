import { BelongsTo, Field, Resource, ResourceOf, type Related } from 'resource-api';
import { caller, isAdmin } from '../rights.js';
import { UserResource } from '../users/user.resource.js';
import { Comment, type CommentableType } from './comment.entity.js';
import { CommentPolicy } from './comment.policy.js';

/** Comments on posts and videos. */
@Resource({ group: 'Content', policy: CommentPolicy, defaultRelatablePerPage: 10 })
export class CommentResource extends ResourceOf(Comment) {
  @Field({ searchable: true })
  comment!: string;

  @Field({ rules: ['in:posts,videos'], storingRules: ['required'] })
  commentable_type!: CommentableType;

  @Field({ storingRules: ['required'] })
  commentable_id!: number;

  @Field({ matchable: true, canWrite: isAdmin, default: caller })
  user_id!: number;

  @Field({ readOnly: true, sortable: true })
  created_at!: Date;

  @Field({ readOnly: true })
  updated_at!: Date;

  @BelongsTo(() => UserResource, { relationship: 'user' })
  author!: Related;
}

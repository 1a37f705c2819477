import {
  BelongsTo,
  Field,
  MorphMany,
  MorphOne,
  MorphToMany,
  Resource,
  ResourceOf,
  type Related,
} from 'resource-api';
import { ActionLogResource } from '../action-logs/action-log.resource.js';
import { CommentResource } from '../comments/comment.resource.js';
import { ImageResource } from '../images/image.resource.js';
import { caller, isAdmin } from '../rights.js';
import { TagResource } from '../tags/tag.resource.js';
import { Taggable } from '../tags/taggable.entity.js';
import { UserResource } from '../users/user.resource.js';
import { DeletePostsForGood } from './delete-posts-for-good.action.js';
import { ImportPosts } from './import-posts.action.js';
import { Post, type PostStatus } from './post.entity.js';
import { PostPolicy } from './post.policy.js';
import { PublishPost } from './publish-post.action.js';
import { PublishPosts } from './publish-posts.action.js';
import { PublishedBetween } from './published-between.filter.js';

/** The posts of authors. */
@Resource({
  group: 'Content',
  policy: PostPolicy,
  actions: [PublishPosts, PublishPost, DeletePostsForGood, ImportPosts],
  filters: [PublishedBetween],
  logged: true,
  tools: true,
})
export class PostResource extends ResourceOf(Post, {
  fields: ['title', 'description', 'status', 'published_at', 'user_id', 'created_at', 'updated_at'],
  searchable: ['title'],
  indexed: ['title', 'published_at', 'created_at'],
}) {
  @Field({ rules: ['max:20000'], searchable: true })
  override description!: string | null;

  @Field({ rules: ['in:draft,published,archived'], sortable: true, matchable: true })
  override status!: PostStatus;

  @Field({ matchable: true, canWrite: isAdmin, default: caller })
  override user_id!: number;

  @BelongsTo(() => UserResource, {
    searchable: ['name', 'email'],
    sortable: ['name', 'preferences->theme'],
  })
  user!: Related;

  @MorphMany(() => CommentResource)
  comments!: Related;

  @MorphToMany(() => TagResource, {
    through: () => Taggable,
    withPivot: ['position'],
    unique: true,
  })
  tags!: Related;

  @MorphOne(() => ImageResource)
  image!: Related;

  @MorphMany(() => ActionLogResource, { morph: 'actionable' })
  logs!: Related;
}

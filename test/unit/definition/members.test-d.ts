/** What the compiler rejects in the members of a resource; `npm run typecheck` runs it. */
import {
  BelongsTo,
  Callable,
  Computed,
  Field,
  Forwarding,
  HasMany,
  MorphToMany,
  Resource,
  ResourceOf,
  type Key,
  type Related,
  type ResourceRequest,
} from '../../../src/definition/index.js';
import {
  CommentResource,
  Post,
  TagResource,
  UserResource,
  UserStats,
  User,
  type PostStatus,
  type Role,
  type Tag,
} from './entities.js';

export class GoodPosts extends ResourceOf(Post) {
  @Field({
    rules: ['required', 'string', 'max:200'],
    messages: { required: 'A post has a title.' },
  })
  title!: string;
  @Field({ rules: ['required', 'in:draft,published'] }) status!: PostStatus;
  @Field() published_at!: Date | null;
  @Field({ property: 'userId' }) author_id!: number;
  @BelongsTo() user!: Related;
  @BelongsTo(() => UserResource, { relationship: 'user' }) author!: Related;
  @MorphToMany(() => TagResource) tags!: Related;
  @Forwarding({ needs: ['title'] }) headline!: Related;
  @Callable() words(_request: ResourceRequest, post: Post) {
    return post.title.split(' ').length;
  }
  @Callable({ batch: true }) lengths(_request: ResourceRequest, posts: readonly Post[]) {
    return new Map<Key, unknown>(posts.map(({ id, title }) => [id, title.length]));
  }
}
export class GoodUsers extends ResourceOf(User) {
  @Callable(UserStats) stats!: Related;
}

export class BadFields extends ResourceOf(Post) {
  // @ts-expect-error no such property
  @Field() titel!: string;
  // @ts-expect-error another type
  @Field() title!: number;
  // @ts-expect-error nullable on the entity
  @Field() description!: string;
  // @ts-expect-error the rules allow 'deleted'
  @Field({ rules: ['required', 'in:draft,deleted'] }) status!: PostStatus;
  // @ts-expect-error a boolean for a numeric column
  @Field({ rules: ['boolean'] }) user_id!: number;
  // @ts-expect-error a message for a missing rule
  @Field({ rules: ['integer'], messages: { min: 'x' } }) id!: number;
  // @ts-expect-error the option names no property
  @Field({ property: 'autor_id' }) author_id!: number;
}
export class BadSiblings extends ResourceOf(Post) {
  // @ts-expect-error no field of that name
  @Field({ rules: ['required_if:titel,x', 'string'] }) description!: string | null;
  @Field({ rules: ['required_without:description', 'string'] }) title!: string;
}
export class NotAResource {
  // @ts-expect-error the class does not extend ResourceOf(Entity)
  @Field() title!: string;
}

export class BadRelations extends ResourceOf(Post) {
  // @ts-expect-error to many on the entity
  @BelongsTo(() => CommentResource) comments!: Related;
  // @ts-expect-error to one on the entity
  @HasMany(() => UserResource) user!: Related;
  // @ts-expect-error leads to another entity
  @MorphToMany(() => CommentResource) tags!: Related;
  // @ts-expect-error no relationship of that name
  @BelongsTo(() => UserResource) nobody!: Related;
  // @ts-expect-error no relationship of that name in the long form
  @BelongsTo(() => UserResource, { relationship: 'usr' }) writer!: Related;
}
export class BadTypes extends ResourceOf(Post) {
  // @ts-expect-error the type of a relation is Related
  @MorphToMany(() => TagResource) tags!: Tag[];
}
export class BadForwarding extends ResourceOf(Post) {
  // @ts-expect-error the entity has no such member
  @Forwarding() heading!: Related;
  // @ts-expect-error needs a member that is not a column
  @Forwarding({ needs: ['titel'] }) headline!: Related;
}
export class BadCallables extends ResourceOf(Post) {
  // @ts-expect-error a record of another entity
  @Callable() stats(_request: ResourceRequest, role: Role) {
    return role.name;
  }
  // @ts-expect-error a batch returns a Map
  @Callable({ batch: true }) lengths(_request: ResourceRequest, posts: readonly Post[]) {
    return posts.length;
  }
  // @ts-expect-error records of another entity
  @Callable(UserStats) user_stats!: Related;
}

export class ComputedPosts extends ResourceOf(Post) {
  @Computed({ needs: ['title'], type: 'string' })
  upper(_request: ResourceRequest, post: Post) {
    return post.title.toUpperCase();
  }
  @Computed({ needs: [], type: { type: 'integer' }, batch: true, only: ['index'] })
  places(_request: ResourceRequest, posts: readonly Post[]) {
    return new Map(posts.map(({ id }, at) => [id, at]));
  }
  // @ts-expect-error no such column
  @Computed({ needs: ['titel'], type: 'string' })
  lower(_request: ResourceRequest, post: Post) {
    return post.title;
  }
  // @ts-expect-error a batch returns a Map
  @Computed({ needs: ['title'], type: 'string', batch: true })
  first(_request: ResourceRequest, posts: readonly Post[]) {
    return posts[0]?.title;
  }
  // @ts-expect-error no such type
  @Computed({ needs: ['title'], type: 'text' })
  text(_request: ResourceRequest, post: Post) {
    return post.title;
  }
}

export class RestrictedPosts extends ResourceOf(Post) {
  @Field({ canSee: ({ user }) => user !== null, only: ['show', 'tools'] }) title!: string;
  // @ts-expect-error no such place
  @Field({ only: ['list'] }) published_at!: Date | null;
  @BelongsTo({ canSee: () => true }) user!: Related;
  @MorphToMany(() => TagResource, { only: ['show'] }) tags!: Related;
  @Callable({ only: ['tools'] }) words(_request: ResourceRequest, post: Post) {
    return post.title.length;
  }
}

@Resource({ with: ['user'] })
export class LoadedPosts extends ResourceOf(Post) {
  @BelongsTo() user!: Related;
}
// @ts-expect-error not a relation of the resource
@Resource({ with: ['title'] })
export class BadLoadedPosts extends ResourceOf(Post) {
  @Field() title!: string;
  @BelongsTo() user!: Related;
}

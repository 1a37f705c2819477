/**
 * What the compiler rejects in policies, in their scopes and in `@Resource`; `npm run typecheck`
 * runs it.
 */
import {
  and,
  everything,
  exists,
  gte,
  MorphToMany,
  not,
  nothing,
  or,
  Resource,
  ResourceOf,
  sql,
  column,
  visibleThrough,
  where,
  type Key,
  type Policy,
  type Related,
  type Scope,
} from '../../../src/definition/index.js';
import { DeactivateUsers } from './actions.test-d.js';
import { Post, TagResource, type Role, type Tag, type User } from './entities.js';

export class GoodPolicy implements Policy<Post, User> {
  readonly needs = ['userId', 'status'] as const;
  scope(user: User): Scope<Post> {
    return user.isAdmin ? everything() : where({ status: 'published' }, { userId: user.id });
  }
  index() {
    return true;
  }
  show(user: User, post: Post) {
    return post.userId === user.id;
  }
  async update(_user: User, post: Post) {
    return post.status !== 'archived';
  }
  attachTags(_user: User, _post: Post, tag: Tag) {
    return tag.slug !== 'x';
  }
  syncTags(_user: User, _post: Post, keys: readonly Key[]) {
    return keys.length < 9;
  }
}
export class RenamedRelation implements Policy<Post, User, { labels: Tag }> {
  attachLabels(_user: User, _post: Post, tag: Tag) {
    return tag.slug !== 'x';
  }
}

export class BadPolicy implements Policy<Post, User> {
  // @ts-expect-error needs a member that is not a column
  readonly needs = ['user_id'] as const;
  // @ts-expect-error the third is a tag
  attachTags(_user: User, _post: Post, role: Role) {
    return role.users.length > 0;
  }
  // @ts-expect-error keys, not a record
  syncTags(_user: User, _post: Post, keys: Date) {
    return keys > new Date();
  }
  // @ts-expect-error a string is not a decision
  update() {
    return 'yes';
  }
  // @ts-expect-error a record of another entity
  show(_user: User, role: Role) {
    return role.name === '';
  }
}

export const scopes: readonly Scope<Post>[] = [
  where({ status: ['draft', 'archived'], publishedAt: null }, { publishedAt: gte(new Date()) }),
  and(where({ title: 'x' }), not(where({ userId: 3 }))),
  or(visibleThrough('user'), nothing()),
  exists<Post, 'tags'>('tags', where({ slug: 'x' })),
  sql`lower(${column('title')}) = ${'x'}`,
  // @ts-expect-error a condition on a missing column
  where({ userid: 3 }),
  // @ts-expect-error {} is the whole table
  where({}),
  // @ts-expect-error no alternative
  where(),
  // @ts-expect-error one alternative is the whole table
  where({ title: 'x' }, {}),
  // @ts-expect-error a relation: use `exists`
  where({ user: { id: 3 } }),
  // @ts-expect-error not a status
  where({ status: 'deleted' }),
  // @ts-expect-error compared with undefined
  where({ userId: undefined }),
  // @ts-expect-error a date compared with a number
  where({ publishedAt: gte(3) }),
  // @ts-expect-error not a relationship
  exists<Post>('title'),
  // @ts-expect-error a condition on another entity
  exists<Post, 'tags'>('tags', where({ title: 'x' })),
];

/**
 * `implements` accepts a misspelt method beside a correct one, so that `@Resource` has to name it.
 */
class Misnamed implements Policy<Post, User> {
  index() {
    return true;
  }
  attachTag() {
    return true;
  }
}
@Resource({ policy: GoodPolicy })
export class WithTags extends ResourceOf(Post) {
  @MorphToMany(() => TagResource) tags!: Related;
}
// @ts-expect-error attachTag: the relation is tags
@Resource({ policy: Misnamed })
export class WithMisnamed extends ResourceOf(Post) {
  @MorphToMany(() => TagResource) tags!: Related;
}
// @ts-expect-error attachTags, syncTags: the resource has no tags
@Resource({ policy: GoodPolicy })
export class WithoutTags extends ResourceOf(Post) {}
// @ts-expect-error an action of users
@Resource({ actions: [DeactivateUsers] })
export class WithForeignAction extends ResourceOf(Post) {}
// @ts-expect-error the class does not extend ResourceOf(Entity)
@Resource({})
export class NotAResource {}

/**
 * Entities and resources of the compile-time tests: only for the compiler, so without TypeORM's
 * decorators.
 */
import {
  Field,
  HasMany,
  MorphToMany,
  ResourceOf,
  type Invokable,
  type Key,
  type Related,
  type ResourceRequest,
} from '../../../src/definition/index.js';

export type PostStatus = 'draft' | 'published' | 'archived';

export interface Preferences {
  theme: string;
  locale: string;
}

export class User {
  id!: number;
  name!: string;
  password!: string;
  isAdmin!: boolean;
  preferences!: Preferences;
  phone!: Phone | null;
  posts!: Post[];
  roles!: Role[];
}

export class Phone {
  id!: number;
  number!: string;
}

export class Role {
  id!: number;
  name!: string;
  users!: User[];
}

export class RoleUser {
  userId!: number;
  roleId!: number;
  policy!: string | null;
  grantedBy!: number | null;
  user!: User;
}

export class Tag {
  slug!: string;
}

export class Comment {
  id!: number;
  comment!: string;
}

export class Post {
  id!: number;
  title!: string;
  description!: string | null;
  status!: PostStatus;
  publishedAt!: Date | null;
  userId!: number;
  user!: User;
  comments!: Comment[];
  tags!: Promise<Tag[]>;
  get headline(): string {
    return this.title.toUpperCase();
  }
}

export class UserResource extends ResourceOf(User) {
  @Field() name!: string;
  @Field() preferences!: Preferences;
  @HasMany(() => PostResource) posts!: Related;
}
export class PhoneResource extends ResourceOf(Phone) {
  @Field() number!: string;
}
export class RoleResource extends ResourceOf(Role) {
  @Field() name!: string;
}
export class TagResource extends ResourceOf(Tag) {}
export class CommentResource extends ResourceOf(Comment) {
  @Field() comment!: string;
}
export class PostResource extends ResourceOf(Post) {
  @Field() title!: string;
  @Field() status!: PostStatus;
  @MorphToMany(() => TagResource) tags!: Related;
}

export class UserStats implements Invokable<User> {
  readonly needs = ['name'] as const;
  invoke(_request: ResourceRequest, users: readonly User[]): ReadonlyMap<Key, unknown> {
    return new Map(users.map(({ id, name }) => [id, name]));
  }
}

/** Whether the two types are identical. */
export type Equal<A, B> =
  (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
/** Compiles only if each of its type arguments is `true`. */
export const holds = <_T extends true>(): void => undefined;

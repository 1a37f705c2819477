/** What the compiler refuses in the list of `ResourceOf`; `npm run typecheck` runs it. */
import {
  Field,
  Resource,
  ResourceOf,
  type FieldOf,
  type Policy,
  type Related,
  type RelationOf,
} from '../../../src/definition/index.js';
import { Post, User, type Equal, holds, type Preferences, type Tag } from './entities.js';

class TagsPolicy implements Policy<Post, User> {
  attachTags(_user: User, _post: Post, tag: Tag) {
    return tag.slug !== 'x';
  }
}
class ManagedTags implements Policy<Post, User> {
  manageTags(user: User, post: Post) {
    return post.userId === user.id;
  }
  /** A method of the policy's own. */
  manages() {
    return true;
  }
}
export class BadManaging implements Policy<Post, User> {
  // @ts-expect-error the second is the parent, not a related record
  manageTags(_user: User, tag: Tag) {
    return tag.slug !== 'x';
  }
}

@Resource({ policy: TagsPolicy })
export class GoodPosts extends ResourceOf(Post, {
  fields: ['title', 'status', 'publishedAt'],
  searchable: ['title'],
  sortable: ['title', 'publishedAt'],
  matchable: ['status'],
  relations: ['user', 'tags'],
}) {
  @Field({ matchable: true, derive: false }) description!: string | null;
  @Field({ rules: ['max:9'], messages: { required: 'Say it.' } }) override title!: string;
}
@Resource({ policy: ManagedTags })
export class ManagedPosts extends ResourceOf(Post, { fields: ['title'], relations: ['tags'] }) {}
export class WithoutList extends ResourceOf(Post) {}
export class JsonUsers extends ResourceOf(User, {
  fields: ['preferences'],
  relations: ['roles'],
}) {}

holds<Equal<FieldOf<GoodPosts>, 'title' | 'status' | 'publishedAt' | 'description'>>();
holds<Equal<RelationOf<GoodPosts>, 'user' | 'tags'>>();
holds<Equal<GoodPosts['tags'], Related>>();
holds<Equal<JsonUsers['preferences'], Preferences>>();
holds<Equal<FieldOf<WithoutList>, never>>();
holds<Equal<RelationOf<WithoutList>, never>>();

// @ts-expect-error no such property
export class MisspeltField extends ResourceOf(Post, { fields: ['titel'] }) {}
// @ts-expect-error no such property
export class MisspeltRelation extends ResourceOf(Post, { relations: ['tag'] }) {}
// @ts-expect-error a column is not a relation
export class ColumnAsRelation extends ResourceOf(Post, { relations: ['title'] }) {}
// @ts-expect-error the wire name of publishedAt needs a decorator
export class RenamedField extends ResourceOf(Post, { fields: ['published_at'] }) {}
// @ts-expect-error sortable names a field that is not listed
export class SortedAlone extends ResourceOf(Post, { fields: ['title'], sortable: ['status'] }) {}
// @ts-expect-error no option of this name
export class UnknownOption extends ResourceOf(Post, { field: ['title'] }) {}
export class AnotherType extends ResourceOf(Post, { fields: ['title'] }) {
  // @ts-expect-error another type than the entity's
  @Field() override title!: number;
}

// @ts-expect-error attachTags: the resource does not list tags
@Resource({ policy: TagsPolicy })
export class PolicyWithoutTags extends ResourceOf(Post, { fields: ['title'] }) {}
// @ts-expect-error manageTags: the resource does not list tags
@Resource({ policy: ManagedTags })
export class ManagedWithoutTags extends ResourceOf(Post, { relations: ['user'] }) {}

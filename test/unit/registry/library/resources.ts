import {
  Action,
  BelongsTo,
  BelongsToMany,
  Callable,
  everything,
  Field,
  Forwarding,
  HasMany,
  HasOne,
  MorphMany,
  MorphOne,
  MorphToMany,
  Resource,
  ResourceOf,
  type ActionHandler,
  type ActionRequest,
  type Invokable,
  type Key,
  type Policy,
  type Related,
  type ResourceRequest,
  type Scope,
} from '../../../../src/definition/index.js';
import { ReadingPolicy } from '../../../support/open-policy.js';
import {
  Author,
  AuthorAward,
  Award,
  Book,
  Label,
  Labelling,
  LogEntry,
  Note,
  Passport,
  Picture,
  Publisher,
  type Settings,
} from './entities.js';

const always = () => true;

export class AuthorPolicy implements Policy<Author> {
  readonly needs = ['name', 'publisherId'] as const;
  scope(): Scope<Author> {
    return everything();
  }
  index() {
    return true;
  }
  update(_user: unknown, author: Author) {
    return author.name !== '';
  }
  attachAwards = always;
  detachAwards = always;
  syncAwards = always;
  attachLabels = always;
  detachLabels = always;
  syncLabels = always;
  syncMentors = always;
}

export class LabelPolicy extends ReadingPolicy {
  attachAuthors = always;
  detachAuthors = always;
  syncAuthors = always;
  attachBooks = always;
  detachBooks = always;
  syncBooks = always;
}

export class AwardPolicy extends ReadingPolicy {
  attachAuthors = always;
  detachAuthors = always;
  syncAuthors = always;
}

export class BookPolicy extends ReadingPolicy {
  attachLabels = always;
  detachLabels = always;
  syncLabels = always;
}

export class BookCount implements Invokable<Author> {
  readonly needs = ['age'] as const;
  invoke(_request: ResourceRequest, authors: readonly Author[]): ReadonlyMap<Key, unknown> {
    return new Map(authors.map(({ id, age }) => [id, age]));
  }
}

@Action({
  rules: { reason: ['required', 'string'], until: ['required_with:reason', 'date'] },
  destructive: true,
})
export class RetireAuthors implements ActionHandler<Author> {
  handle(_request: ActionRequest, authors: Author[]) {
    return { retired: authors.length };
  }
}

@Action({ standalone: true, uriKey: 'import' })
export class ImportAuthors {
  handle() {
    return {};
  }
}

@Action({ onlyOnShow: true })
export class RenameAuthor {
  handle(_request: ActionRequest, author: Author) {
    return { name: author.name };
  }
}

@Action({ onlyOnIndex: true })
export class SortAuthors {
  handle(_request: ActionRequest, authors: Author[]) {
    return { sorted: authors.length };
  }
}

@Resource({
  policy: AuthorPolicy,
  actions: [RetireAuthors, ImportAuthors, RenameAuthor, SortAuthors],
  profile: true,
  tools: true,
  perPage: 20,
})
export class AuthorResource extends ResourceOf(Author) {
  @Field({
    rules: ['required', 'string', 'max:120'],
    messages: { required: 'Name!' },
    matchable: 'text',
  })
  name!: string;
  @Field({ image: true, storeAs: 'portrait.png' }) portrait_path!: string | null;
  @Field() settings!: Settings | null;
  @Field({ writeOnly: true }) password!: string;
  @Field({ matchable: 'between', property: 'age' }) years!: number | null;
  @Field({ matchable: 'boolean' }) retired!: boolean;
  @Field({ matchable: 'datetime' }) joined_at!: Date | null;

  @BelongsTo(() => PublisherResource, { searchable: ['name'], sortable: ['name'] })
  publisher!: Related;
  @HasOne(() => PassportResource, { sortable: ['number'] }) passport!: Related;
  @HasMany(() => BookResource, { columns: ['title'] }) books!: Related;
  @HasMany(() => BookResource, { relationship: 'books' }) works!: Related;
  @BelongsToMany(() => AwardResource, {
    through: () => AuthorAward,
    withPivot: ['granted_by'],
    unique: true,
  })
  awards!: Related;
  @BelongsToMany(() => AuthorResource, { canAttach: always, canDetach: always }) mentors!: Related;
  @MorphOne(() => PictureResource) picture!: Related;
  @MorphMany(() => NoteResource, { morph: 'notable' }) notes!: Related;
  @MorphToMany(() => LabelResource, { through: () => Labelling, withPivot: ['weight'] })
  labels!: Related;
  @MorphToMany(() => LogResource, { through: () => LogEntry }) logs!: Related;
  @Callable({ needs: ['name'] }) initials(_request: ResourceRequest, author: Author) {
    return author.name.charAt(0);
  }
  @Callable({ batch: true }) ages(_request: ResourceRequest, authors: readonly Author[]) {
    return new Map<Key, unknown>(authors.map(({ id, age }) => [id, age]));
  }
  @Callable(BookCount) book_count!: Related;
  @Forwarding({ needs: ['name'] }) signature!: Related;
}

@Resource({ policy: ReadingPolicy })
export class PublisherResource extends ResourceOf(Publisher) {
  @Field({ sortable: true }) name!: string;
  @BelongsTo(() => PublisherResource) owner!: Related;
  @HasMany(() => PublisherResource) imprints!: Related;
  @HasMany() authors!: Related;
}

@Resource({ policy: ReadingPolicy })
export class PassportResource extends ResourceOf(Passport) {
  @Field() number!: string;
  @BelongsTo() author!: Related;
}

@Resource({ policy: BookPolicy })
export class BookResource extends ResourceOf(Book) {
  @Field() title!: string;
  @Field() published_at!: Date | null;
  @Forwarding() author!: Related;
  @MorphMany() notes!: Related;
  @MorphToMany(() => LabelResource, { through: () => Labelling }) labels!: Related;
}

@Resource({ policy: AwardPolicy })
export class AwardResource extends ResourceOf(Award) {
  @Field() name!: string;
  @BelongsToMany() authors!: Related;
}

@Resource({ policy: ReadingPolicy })
export class PictureResource extends ResourceOf(Picture) {}

@Resource({ policy: ReadingPolicy })
export class NoteResource extends ResourceOf(Note) {
  @Field() text!: string;
}

@Resource({ policy: LabelPolicy })
export class LabelResource extends ResourceOf(Label) {
  @Field({ property: 'slug' }) id!: string;
  @Field() name!: string;
  @MorphToMany(() => AuthorResource, { through: () => Labelling }) authors!: Related;
  @MorphToMany(() => BookResource, { through: () => Labelling, morph: 'labelled' }) books!: Related;
}

@Resource({ policy: ReadingPolicy, uriKey: 'logs' })
export class LogResource extends ResourceOf(LogEntry) {}

/** A library without faults: every kind and form of relation. */
export const library = [
  ...[AuthorResource, PublisherResource, PassportResource, BookResource, AwardResource],
  ...[PictureResource, NoteResource, LabelResource, LogResource],
];

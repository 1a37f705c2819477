import { Injectable } from '@nestjs/common';
import {
  BelongsTo,
  BelongsToMany,
  Callable,
  Field,
  Filter,
  Forwarding,
  hasAtLeast,
  HasMany,
  HasOne,
  MorphMany,
  MorphOne,
  MorphToMany,
  Resource,
  ResourceOf,
  type Condition,
  type FilterHandler,
  type Invokable,
  type Key,
  type Related,
  type ResourceRequest,
} from '../../../src/index.js';
import {
  Book,
  Card,
  Fine,
  Genre,
  Ledger,
  Loan,
  Patron,
  Portrait,
  Remark,
  Shelving,
  Tagging,
  Topic,
  Writer,
} from './entities.js';
import {
  BookPolicy,
  CardPolicy,
  FinePolicy,
  GenrePolicy,
  LedgerPolicy,
  PatronPolicy,
  PortraitPolicy,
  RemarkPolicy,
  TopicPolicy,
  WriterPolicy,
} from './policies.js';
import { PolicyCalls } from './policy-calls.js';

/** Whether the caller is a librarian. */
export const isLibrarian = ({ user }: ResourceRequest): boolean =>
  (user as unknown as Patron).isLibrarian;

/** The injectable form of a callable: called once per page. */
@Injectable()
export class NameLengths implements Invokable<Writer> {
  readonly needs = ['fullName'] as const;

  constructor(private readonly policyCalls: PolicyCalls) {}

  invoke(_request: ResourceRequest, writers: readonly Writer[]): ReadonlyMap<Key, unknown> {
    this.policyCalls.note('writers.name_length');
    return new Map(writers.map(({ id, fullName }) => [id, fullName.length]));
  }
}

@Resource({ policy: PatronPolicy })
export class PatronResource extends ResourceOf(Patron) {
  @Field({ searchable: true, sortable: true, matchable: 'text' }) name!: string;
  @Field() settings!: object | null;
  @Field({ writeOnly: true }) password!: string | null;
  @HasOne(() => CardResource, { sortable: ['number'] }) card!: Related;
  @HasOne(() => CardResource, { relationship: 'card' }) library_card!: Related;
  @HasMany() fines!: Related;
  @BelongsToMany(() => BookResource, { through: () => Loan, withPivot: ['borrowed_at'] })
  books!: Related;
}

@Resource({ policy: CardPolicy })
export class CardResource extends ResourceOf(Card) {
  @Field() number!: string;
  @Field() patron_id!: number;
  @BelongsTo(() => PatronResource, { searchable: ['name'], sortable: ['name'] }) patron!: Related;
}

@Resource({ policy: FinePolicy })
export class FineResource extends ResourceOf(Fine) {
  @Field() patron_id!: number;
}

@Filter({ value: ['required', 'integer'] })
export class MinBooks implements FilterHandler<Writer, number> {
  condition(_request: ResourceRequest, count: number): Condition<Writer> {
    return hasAtLeast<Writer, 'books'>('books', count);
  }
}

@Resource({ policy: WriterPolicy, perPage: 4, filters: [MinBooks] })
export class WriterResource extends ResourceOf(Writer) {
  @Field({ searchable: true, sortable: true, matchable: 'text' }) full_name!: string;
  @Field({ sortable: true, matchable: 'datetime' }) born_at!: Date | null;
  @BelongsTo(() => WriterResource, { searchable: ['full_name'], sortable: ['full_name'] })
  mentor!: Related;
  @HasMany(() => WriterResource) pupils!: Related;
  @BelongsToMany(() => WriterResource) rivals!: Related;
  @HasMany() books!: Related;
  @HasMany(() => BookResource, { relationship: 'books', columns: ['title'] }) works!: Related;
  @HasMany(() => LedgerResource) ledgers!: Related;
  @MorphOne() portrait!: Related;
  @MorphOne(() => PortraitResource, { relationship: 'portrait', morph: 'portrayed' })
  face!: Related;
  @MorphMany() remarks!: Related;
  @MorphToMany(() => TopicResource, { through: () => Tagging, withPivot: ['weight'] })
  topics!: Related;
  @Callable({ needs: ['fullName'] }) initial(_request: ResourceRequest, writer: Writer) {
    return { of: writer.id, letter: writer.fullName.charAt(0) };
  }
  @Callable({ batch: true, needs: ['penName'] }) pen_names(
    _request: ResourceRequest,
    writers: readonly Writer[],
  ) {
    return new Map<Key, unknown>(
      writers.flatMap(({ id, penName }) => (penName === null ? [] : [[id, [penName]]])),
    );
  }
  @Callable(NameLengths) name_length!: Related;
  @Forwarding({ needs: ['penName', 'fullName'] }) display_name!: Related;
  @Forwarding() pen_name!: Related;
}

@Resource({ policy: BookPolicy })
export class BookResource extends ResourceOf(Book) {
  @Field({ searchable: true, sortable: true, matchable: 'text' }) title!: string;
  @Field({ sortable: true, matchable: 'between' }) page_count!: number;
  @Field({ sortable: true, matchable: 'number' }) price!: string;
  @Field({ number: true, property: 'coverPrice' }) cost!: string;
  @Field({ sortable: true, matchable: 'number' }) copies_sold!: string;
  @Field({ sortable: true, matchable: 'datetime' }) printed_at!: Date | null;
  @Field() details!: object | null;
  @Field() keywords!: string[] | null;
  @Field({ matchable: 'text' }) writer_id!: string | null;
  @Forwarding() writer!: Related;
  @BelongsTo(() => WriterResource, {
    relationship: 'writer',
    searchable: ['full_name'],
    sortable: ['full_name', 'born_at'],
  })
  author!: Related;
  @BelongsTo(() => GenreResource) main_genre!: Related;
  @BelongsToMany() genres!: Related;
  @BelongsToMany(() => GenreResource, {
    relationship: 'genres',
    through: () => Shelving,
    withPivot: ['position'],
  })
  kinds!: Related;
  @BelongsToMany(() => PatronResource, { canEnableRelationship: isLibrarian }) readers!: Related;
  @MorphMany(() => RemarkResource, { morph: 'remarkable' }) remarks!: Related;
  @MorphToMany(() => TopicResource, { relationship: 'topics', through: () => Tagging })
  subjects!: Related;
  @Forwarding() cover_price!: Related;
}

@Resource({ policy: GenrePolicy })
export class GenreResource extends ResourceOf(Genre) {
  @Field({ searchable: true, sortable: true, matchable: 'text' }) label!: string;
  @Forwarding() books!: Related;
}

@Resource({ policy: TopicPolicy })
export class TopicResource extends ResourceOf(Topic) {
  @Field({ searchable: true, sortable: true, matchable: 'text' }) name!: string;
  @MorphToMany(() => BookResource, { through: () => Tagging }) books!: Related;
  @MorphToMany(() => WriterResource, { through: () => Tagging, withPivot: ['weight', 'topic_id'] })
  writers!: Related;
}

@Resource({ policy: RemarkPolicy, defaultRelatablePerPage: 3 })
export class RemarkResource extends ResourceOf(Remark) {
  @Field({ searchable: true, sortable: true, matchable: 'text' }) text!: string;
  @Field() remarkable_id!: string;
}

@Resource({ policy: PortraitPolicy })
export class PortraitResource extends ResourceOf(Portrait) {
  @Field() path!: string;
}

@Resource({ policy: LedgerPolicy })
export class LedgerResource extends ResourceOf(Ledger) {
  @Field() entry!: string;
}

/** Every resource of the library. */
export const libraryResources = [
  ...[PatronResource, CardResource, FineResource, WriterResource, BookResource, GenreResource],
  ...[TopicResource, RemarkResource, PortraitResource, LedgerResource],
];

import {
  BelongsTo,
  BelongsToMany,
  Callable,
  Forwarding,
  HasMany,
  HasOne,
  MorphMany,
  MorphOne,
  MorphToMany,
  Resource,
  type Related,
  type ResourceRequest,
} from '../../../../src/index.js';
import { Tagging, type Patron, type Writer } from '../../../support/library-app/entities.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';
import { PatronPolicy, WriterPolicy } from '../../../support/library-app/policies.js';
import {
  BookResource,
  CardResource,
  NameLengths,
  PatronResource,
  PortraitResource,
  RemarkResource,
  TopicResource,
  WriterResource,
} from '../../../support/library-app/resources.js';
import { writerKey } from '../../../support/library-app/seed.js';
import { recordOf } from './resource-objects.js';

/** Restricts every relation below to librarians. */
const forLibrarians = {
  canEnableRelationship: ({ user }: ResourceRequest) => (user as unknown as Patron).isLibrarian,
};
/** The same, asynchronously. */
const forLibrariansLater = {
  canEnableRelationship: (request: ResourceRequest) =>
    Promise.resolve(forLibrarians.canEnableRelationship(request)),
};

@Resource({ policy: WriterPolicy })
class GuardedWriterResource extends WriterResource {
  @BelongsTo(() => WriterResource, forLibrarians) override mentor!: Related;
  @HasMany(() => BookResource, forLibrariansLater) override books!: Related;
  @MorphOne(() => PortraitResource, forLibrarians) override portrait!: Related;
  @MorphMany(() => RemarkResource, forLibrarians) override remarks!: Related;
  @BelongsToMany(() => WriterResource, forLibrarians) override rivals!: Related;
  @MorphToMany(() => TopicResource, { ...forLibrarians, through: () => Tagging })
  override topics!: Related;
  @Callable(forLibrarians) override initial(_request: ResourceRequest, { id }: Writer) {
    return { of: id, letter: 'W' };
  }
  @Callable(NameLengths, forLibrariansLater) override name_length!: Related;
  @Forwarding(forLibrarians) override display_name!: Related;
}
@Resource({ policy: PatronPolicy })
class GuardedPatronResource extends PatronResource {
  @HasOne(() => CardResource, forLibrarians) override card!: Related;
}

let library: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start({
    replacements: [GuardedWriterResource, GuardedPatronResource],
  });
});
afterAll(() => library?.stop());

const writers = `writers/${writerKey(1)}`;

describe('A relation that canEnableRelationship hides from a user (C5.2)', () => {
  const guarded = [
    ['BelongsTo', writers, 'mentor'],
    ['HasOne', 'patrons/1', 'card'],
    ['HasMany', writers, 'books'],
    ['MorphOne', writers, 'portrait'],
    ['MorphMany', writers, 'remarks'],
    ['BelongsToMany', writers, 'rivals'],
    ['MorphToMany', writers, 'topics'],
    ['callable', writers, 'initial'],
    ['injected callable', writers, 'name_length'],
    ['forwarding', writers, 'display_name'],
  ] as const;

  it.each(guarded)('responds as an undeclared one: %s: %s?include=%s', async (_kind, path, key) => {
    const undeclared = `z${key.slice(1)}`;
    for (const collection of [path, path.split('/')[0]!]) {
      const refused = await library.get(`${collection}?include=${key}`);
      const absent = await library.get(`${collection}?include=${undeclared}`);
      expect(refused.status).toBe(400);
      expect(refused.text.replace(`"${key}\\"`, `"${undeclared}\\"`)).toBe(absent.text);
      expect(refused.statements).toEqual([]);
    }
  });

  it.each(guarded)('is available to others: %s: %s?include=%s', async (_kind, path, key) => {
    const { status, body } = await library.get(`${path}?include=${key}`, 'librarian');
    expect(status).toBe(200);
    expect(Object.keys(recordOf(body).relationships!)).toEqual([key]);
  });
});

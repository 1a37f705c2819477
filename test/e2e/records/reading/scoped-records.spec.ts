import { Controller, Get, Req } from '@nestjs/common';
import {
  and,
  everything,
  exists,
  gt,
  not,
  nothing,
  Records,
  where,
  type AppUser,
} from '../../../../src/index.js';
import { DepotApp } from '../../../support/depot-app/depot-app.js';
import { PieceResource } from '../../../support/depot-app/resources.js';
import { Book, Patron, Writer } from '../../../support/library-app/entities.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';
import {
  DrawerResource,
  fillNotes,
  LabelResource,
  NoteResource,
  startNotes,
} from '../../../support/library-app/notes.js';
import {
  BookResource,
  FineResource,
  GenreResource,
  LedgerResource,
  TopicResource,
  WriterResource,
} from '../../../support/library-app/resources.js';
import { insert, LARGE, NEARLY_LARGE, writerKey } from '../../../support/library-app/seed.js';

/** A team's own controller, outside of the framework's guards of resources. */
@Controller('counter')
class CounterController {
  constructor(private readonly records: Records) {}

  @Get()
  async count(@Req() { user }: { user: AppUser }) {
    return { books: await this.records.of(BookResource).for(user).count() };
  }
}

let library: LibraryApp;
beforeAll(async () => (library = await LibraryApp.start({ controllers: [CounterController] })));
afterAll(() => library?.stop());
afterEach(() => library.bookScope.reset());

/** The applications of the tests have users of their own. */
const patron = (isLibrarian: boolean) =>
  Object.assign(new Patron(), { id: isLibrarian ? 2 : 1, isLibrarian }) as unknown as AppUser;
const reader = patron(false);
const librarian = patron(true);

/** Collects statements, except those about tokens, which also run in the background. */
const observeReads = (statements: string[]) =>
  library.database.observe((sql) => {
    if (!/\btokens\b/.test(sql)) statements.push(sql);
  });

/** The result of a read, which must run one statement. */
async function inOneStatement<Result>(work: () => Promise<Result>): Promise<Result> {
  const statements: string[] = [];
  const result = await work().finally(observeReads(statements));
  expect(statements).toHaveLength(1);
  return result;
}

const books = (user = reader) => library.records.of(BookResource).for(user);
const ids = (records: readonly { readonly id: unknown }[]) => records.map(({ id }) => id);
const few = where<Book>({ writerId: [writerKey(1)] }, { writerId: null });

describe('Records that find returns (C4.4)', () => {
  it('are entities inside the scope, by key, the highest first', async () => {
    const found = await inOneStatement(() => books().find({ where: few, take: 10 }));
    expect(ids(found)).toEqual([LARGE, NEARLY_LARGE, '10', '5']);
    expect(found[0]).toBeInstanceOf(Book);
    expect(found[0]).toMatchObject({
      title: 'First',
      pageCount: 100,
      price: '0.90',
      copiesSold: '9007199254740995',
      available: true,
      printedAt: new Date('2024-02-08T02:16:20.000Z'),
      details: { b: 1, a: [true, null] },
      deletedAt: null,
    });
  });

  it('depend on the user, and never include deleted rows (C4.5)', async () => {
    const found = await books(librarian).find({ where: few, take: 10 });
    expect(ids(found)).toEqual(['9007199254740999', LARGE, NEARLY_LARGE, '12', '10', '5']);
  });

  it('follow the order, with missing values last, and the page', async () => {
    const sorted = (skip: number) =>
      inOneStatement(() =>
        books().find({
          where: few,
          orderBy: { printedAt: 'asc', title: 'desc' },
          take: 2,
          skip,
        }),
      );
    expect(ids(await sorted(0))).toEqual([LARGE, NEARLY_LARGE]);
    expect(ids(await sorted(1))).toEqual([NEARLY_LARGE, '5']);
    expect(ids(await sorted(3))).toEqual(['10']);
    expect(await sorted(4)).toEqual([]);
  });

  it('can be sorted by their key', async () => {
    const found = await books().find({ where: few, orderBy: { id: 'asc', title: 'asc' }, take: 9 });
    expect(ids(found)).toEqual(['5', '10', NEARLY_LARGE, LARGE]);
  });

  it('are selected by related records that the user may see', async () => {
    const writers = (user: AppUser) =>
      library.records
        .of(WriterResource)
        .for(user)
        .find({
          where: exists<Writer, 'books'>('books', where({ title: 'Unavailable' })),
          take: 5,
        });
    expect(await writers(reader)).toEqual([]);
    expect(ids(await writers(librarian))).toEqual([writerKey(1)]);
  });

  it('do not exist without a scope, or if index refuses the user', async () => {
    const fines = library.records.of(FineResource).for(librarian);
    expect(await fines.find({ take: 5 })).toEqual([]);
    expect(await fines.count()).toBe(0);
    const ledgers = (user: AppUser) => library.records.of(LedgerResource).for(user);
    expect(await ledgers(reader).find({ take: 5 })).toEqual([]);
    expect(await ledgers(reader).get(1)).toBeNull();
    expect(await ledgers(reader).groupBy('writerId').count()).toEqual(new Map());
    expect(await ledgers(librarian).count()).toBe(2);
  });
});

describe('One record', () => {
  it.each(['12', '11', '99', 'x', '', '1.0', '99999999999999999999'])(
    'is null for the key %j, which the reader cannot see',
    async (key) => expect(await books().get(key)).toBeNull(),
  );

  it('is an entity, read with one statement', async () => {
    const found = await inOneStatement(() => books().get(LARGE));
    expect(found).toBeInstanceOf(Book);
    expect(found).toMatchObject({ id: LARGE, title: 'First' });
  });
});

describe('Aggregates (C4.4)', () => {
  it('count and add only visible rows, exactly', async () => {
    const seen = { where: few };
    const count = (user?: AppUser) => inOneStatement(() => books(user).count(seen));
    expect([await count(), await count(librarian)]).toEqual([4, 6]);
    expect(await inOneStatement(() => books().sum('copiesSold', seen))).toBe('9007199254741004');
    expect(await inOneStatement(() => books().sum('price', seen))).toBe('12.70');
    expect(await inOneStatement(() => books().sum('pageCount', seen))).toBe(400);
    expect(await inOneStatement(() => books().average('price', seen))).toBe(3.175);
    expect(await inOneStatement(() => books().min('title', seen))).toBe('First');
    expect(await inOneStatement(() => books().max('title', seen))).toBe('Second');
    expect(await inOneStatement(() => books().max('id', seen))).toBe(LARGE);
    expect(await inOneStatement(() => books().min('price', seen))).toBe('0.90');
    expect(await inOneStatement(() => books().max('printedAt', seen))).toEqual(
      new Date('2024-02-08T02:16:20.000Z'),
    );
  });

  it('have defined results without a row', async () => {
    const none = { where: nothing() };
    expect(await books().count(none)).toBe(0);
    expect(await books().sum('pageCount', none)).toBe(0);
    expect(await books().sum('copiesSold', none)).toBe('0');
    expect(await books().sum('price', none)).toBe('0.00');
    expect(await books().average('price', none)).toBeNull();
    expect(await books().min('title', none)).toBeNull();
    expect(await books().max('printedAt', { where: where({ printedAt: null }) })).toBeNull();
    expect(await books().groupBy('title', { keys: [] }).count()).toEqual(new Map());
  });

  it('are grouped by the values of a column, those of records without a value under null', async () => {
    const grouped = books().groupBy('writerId', { keys: [writerKey(1), null, writerKey(99)] });
    expect(await inOneStatement(() => grouped.count())).toEqual(
      new Map([
        [writerKey(1), 3],
        [null, 1],
      ]),
    );
    expect((await grouped.sum('price')).get(writerKey(1))).toBe('11.80');
    expect((await grouped.average('pageCount')).get(null)).toBe(100);
    expect((await grouped.max('id')).get(writerKey(1))).toBe(LARGE);
    expect((await grouped.min('id')).get(writerKey(1))).toBe('10');
  });

  it('have keys of the types of the entity', async () => {
    const keysOf = async (column: 'id' | 'price' | 'available' | 'pageCount' | 'mainGenreId') => [
      ...(await books(librarian).groupBy(column, { where: few }).count()).keys(),
    ];
    expect((await keysOf('id')).sort()).toEqual(
      ['10', '12', '5', NEARLY_LARGE, LARGE, '9007199254740999'].sort(),
    );
    expect((await keysOf('price')).sort()).toEqual(['0.90', '10.00']);
    expect((await keysOf('available')).sort()).toEqual([false, true]);
    expect(await keysOf('pageCount')).toEqual([100]);
    expect(new Set(await keysOf('mainGenreId'))).toEqual(new Set(['null', null]));
  });

  it('distinguish strings by code points (C1.6)', async () => {
    const { database, records } = library;
    for (const [slug, label] of Object.entries({ ga: 'Same', gb: 'same', gc: 'Same ', gd: 'Same' }))
      await insert(database, 'genres', { slug, label });
    const genres = records.of(GenreResource).for(reader);
    const keys = ['Same', 'same', 'Same '];
    expect(await genres.groupBy('label', { keys }).count()).toEqual(
      new Map([
        ['Same', 2],
        ['same', 1],
        ['Same ', 1],
      ]),
    );
    expect(await genres.min('label', { where: where({ label: keys }) })).toBe('Same');
    expect(await genres.max('label', { where: where({ label: keys }) })).toBe('same');
  });

  it('are refused for more than 10,000 groups', async () => {
    const { database, records } = library;
    for (let from = 1_000; from <= 11_000; from += 1_000) {
      const rows = Array.from({ length: 1_000 }, (_none, at) => `(${from + at}, 'T${from + at}')`);
      await database.write(`insert into topics (id, name) values ${rows.join()}`);
    }
    const topics = records.of(TopicResource).for(reader);
    await expect(topics.groupBy('name').count()).rejects.toThrow(
      new RangeError(
        'The records of TopicResource have more than 10000 values of "name". ' +
          'Pass "keys", or narrow the records with "where".',
      ),
    );
    expect(await topics.groupBy('name', { keys: ['T1000', 'T9'] }).count()).toEqual(
      new Map([['T1000', 1]]),
    );
  });
});

describe('A policy whose show decides on each record (C4.4)', () => {
  let noteLibrary: LibraryApp;
  beforeAll(async () => {
    noteLibrary = await startNotes({ options: { limits: { rowBudget: 40 } } });
    const notes = Array.from({ length: 60 }, (_none, at) => ({
      id: at + 1,
      secret: at % 2 === 1 || at < 40,
      grade: at % 3 === 0 ? null : at,
    }));
    await fillNotes(
      noteLibrary,
      notes,
      [null, 1, 1, 42].map((note, at) => ({ id: at + 1, note_id: note })),
    );
  });
  afterAll(() => noteLibrary?.stop());

  const notes = (isLibrarian = false) =>
    noteLibrary.records.of(NoteResource).for(patron(isLibrarian));

  it('finds and gets only the records that show allows, and full pages', async () => {
    expect(ids(await notes().find({ take: 3 }))).toEqual([59, 57, 55]);
    expect(ids(await notes().find({ take: 3, skip: 2 }))).toEqual([55, 53, 51]);
    expect(ids(await notes(true).find({ take: 3, skip: 2 }))).toEqual([58, 57, 56]);
    expect(await notes().get(60)).toBeNull();
    expect(await notes(true).get(60)).toMatchObject({ id: 60, secret: true });
  });

  it('rejects a page that would read too many rows', async () => {
    await expect(notes().find({ take: 30 })).rejects.toThrow(
      new RangeError(
        '"show" refuses so many records of NoteResource that a page would read more than 40. ' +
          'Narrow the records with "where", or move the condition to "scope".',
      ),
    );
  });

  it('rejects a page of too many bytes', async () => {
    const small = await startNotes({ options: { limits: { responseBytes: 500 } } });
    await fillNotes(
      small,
      Array.from({ length: 60 }, (_none, at) => ({ id: at + 1 })),
    );
    const all = small.records.of(NoteResource).for(librarian);
    await expect(all.find({ take: 60 })).rejects.toThrow(
      new RangeError(
        'The records of NoteResource take more than 1000 bytes. Use a smaller "take".',
      ),
    );
    expect(await all.find({ take: 2 })).toHaveLength(2);
    await small.stop();
  });

  it.each([
    ['count', () => notes().count()],
    ['sum', () => notes().sum('grade')],
    ['average', () => notes().average('grade')],
    ['min', () => notes().min('grade')],
    ['groupBy', () => notes().groupBy('folderId').count()],
  ])('does not let SQL %s them', async (_name, read) => {
    await expect(read()).rejects.toThrow(TypeError);
    await expect(read()).rejects.toThrow(
      'The records of NoteResource cannot be counted, added or grouped: "show" of its policy ' +
        'decides on each record, which SQL cannot. Use find(), or move the condition to "scope".',
    );
  });

  it('may refuse all of them at once', async () => {
    const drawers = (isLibrarian: boolean) =>
      noteLibrary.records.of(DrawerResource).for(patron(isLibrarian));
    expect(await drawers(false).count()).toBe(0);
    expect(await drawers(false).find({ take: 1 })).toEqual([]);
    expect(await drawers(false).get(1)).toBeNull();
    expect(await drawers(true).count()).toBe(1);
    expect(await drawers(true).get(1)).toMatchObject({ title: 'Drawer 1' });
  });

  it('does not concern other resources, whose missing values are left out of sums', async () => {
    const labels = noteLibrary.records.of(LabelResource).for(reader);
    expect(await labels.count()).toBe(4);
    expect(await labels.sum('noteId')).toBe(44);
    expect(await labels.average('noteId')).toBe(44 / 3);
    expect(await labels.sum('noteId', { where: where({ noteId: null }) })).toBe(0);
    expect(await labels.groupBy('noteId').count()).toEqual(
      new Map([
        [null, 1],
        [1, 2],
        [42, 1],
      ]),
    );
  });
});

describe('Mistakes of the code that reads', () => {
  it.each([0, 1.5, 1_001, NaN])('reports %d as "take"', async (take) => {
    await expect(books().find({ take })).rejects.toThrow(
      new RangeError(`"take" must be an integer from 1 to 1000, not ${take}.`),
    );
  });

  it('reports "skip" and the direction of an order', async () => {
    await expect(books().find({ take: 1, skip: -1 })).rejects.toThrow(
      new RangeError('"skip" must be an integer from 0, not -1.'),
    );
    await expect(books().find({ take: 1, orderBy: { title: 'up' as 'asc' } })).rejects.toThrow(
      new TypeError('The order by "title" must be "asc" or "desc".'),
    );
  });

  it('reports columns that do not exist or have the wrong type', async () => {
    expect(() => books().sum('title')).toThrow(
      new TypeError(
        'The column "title" of BookResource has the type text and cannot be added. ' +
          'Allowed: integer, bigint, decimal, float.',
      ),
    );
    expect(() => books().sum('pages' as 'price')).toThrow(
      new TypeError('"pages" is not a column of the entity of BookResource.'),
    );
    expect(() => books().groupBy('printedAt' as 'title')).toThrow(/has the type datetime/);
    expect(() => books().min('available' as 'title')).toThrow(/has the type boolean/);
    await expect(books().find({ take: 1, orderBy: { details: 'asc' } as object })).rejects.toThrow(
      /has the type json and cannot be sorted/,
    );
  });

  it('reports a resource that is not registered', () => {
    expect(() => library.records.of(NoteResource)).toThrow(
      new TypeError('NoteResource is registered by no module.'),
    );
  });
});

describe('Where records are read', () => {
  it('is any provider of the application, such as a controller, with one statement', async () => {
    const url = '/counter';
    const headers = await library.headers('reader');
    const statements: string[] = [];
    const stop = observeReads(statements);
    const response = await library.app.inject({ method: 'GET', url, headers }).finally(stop);
    expect(response.json()).toEqual({ books: await books().count() });
    expect(statements).toHaveLength(1);
  });

  it('may be an open transaction, whose writes are seen, and scopes still apply', async () => {
    const undone = new Error('Undone');
    const title = where<Book>({ title: 'Written' });
    const writing = library.database.transaction(async (transaction) => {
      await transaction.query(`update books set title = 'Written' where id in (10, 12)`);
      const inside = books().within(transaction);
      expect(await inside.count({ where: title })).toBe(1);
      expect(ids(await inside.find({ where: title, take: 5 }))).toEqual(['10']);
      expect(await inside.get('10')).toMatchObject({ title: 'Written' });
      expect(await inside.groupBy('title', { where: title }).count()).toEqual(
        new Map([['Written', 1]]),
      );
      expect(await books(librarian).within(transaction).count({ where: title })).toBe(2);
      expect(await books(librarian).count({ where: title })).toBe(0);
      throw undone;
    });
    await expect(writing).rejects.toBe(undone);
    expect(await books().count({ where: title })).toBe(0);
  });

  it('is the transaction of a write, if its hook passes the request', async () => {
    const depot = await DepotApp.start();
    const counted: unknown[] = [];
    depot.script.hooks = {
      async stored(request) {
        const pieces = depot.records.of(PieceResource).for(request.user);
        const inside = pieces.within(request);
        counted.push([await inside.count(), await inside.sum('height'), await pieces.count()]);
      },
    };
    const piece = { title: 'Vase', keeper_id: 1, height: 1.5, acquired_on: '2024-02-29' };
    const posted = [
      await depot.send('POST', 'pieces', piece, 'head'),
      await depot.send('POST', 'pieces', { ...piece, height: 0.25 }, 'head'),
    ];
    const pieces = depot.records.of(PieceResource).for({} as AppUser);
    expect(posted.map(({ status }) => status)).toEqual([201, 201]);
    expect(counted).toEqual([
      [1, 1.5, 0],
      [2, 1.75, 1],
    ]);
    expect(await pieces.average('height')).toBe(0.875);
    expect(await pieces.max('height')).toBe(1.5);
    expect(await pieces.max('acquiredOn')).toBe('2024-02-29');
    expect(await pieces.groupBy('acquiredOn').sum('height')).toEqual(
      new Map([['2024-02-29', 1.75]]),
    );
    await depot.stop();
  });

  it('is not a manager outside of a transaction', () => {
    const { manager } = library.database.dataSource;
    expect(() => books().within({ manager })).toThrow(
      new TypeError('The manager does not belong to a transaction of the service.'),
    );
  });
});

describe('A condition', () => {
  it('is the same as in the scope, and cannot widen it', async () => {
    library.bookScope.current = and(
      few,
      not(where({ title: 'Fourth' })),
      where({ id: [LARGE, '5'] }),
    );
    expect(ids(await books().find({ where: everything(), take: 9 }))).toEqual([LARGE, '5']);
    expect(await books().count({ where: where({ pageCount: gt(100) }) })).toBe(0);
    expect(await books().count({ where: where({ title: 'Fourth' }, { title: 'First' }) })).toBe(1);
  });
});

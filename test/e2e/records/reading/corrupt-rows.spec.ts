import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Callable, Field, Resource, type ResourceRequest } from '../../../../src/index.js';
import { isOfMysqlFamily, testDialect, type TestDialect } from '../../../support/databases.js';
import type { Writer } from '../../../support/library-app/entities.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';
import { WriterPolicy } from '../../../support/library-app/policies.js';
import { ReadingPolicy } from '../../../support/open-policy.js';
import {
  PortraitResource,
  RemarkResource,
  WriterResource,
} from '../../../support/library-app/resources.js';
import { insert, writerKey } from '../../../support/library-app/seed.js';
import { recordOf, recordsOf, type Resource as ResourceObject } from './resource-objects.js';

/** Remarks on anything, with their subject. */
@Resource({ policy: ReadingPolicy })
class EveryRemarkResource extends RemarkResource {
  @Field() remarkable_type!: string;
}
/** Portraits with files of their own. */
@Resource({ policy: ReadingPolicy })
class PortraitFileResource extends PortraitResource {
  @Field({ image: true }) override path!: string;
}
@Resource({ policy: WriterPolicy, perPage: 4 })
class BornWriterResource extends WriterResource {
  @Callable({ needs: ['bornAt'] }) born(_request: ResourceRequest, { bornAt }: Writer): unknown {
    return { in: bornAt?.getUTCFullYear() ?? 'no year' };
  }
}

let library: LibraryApp;
let storage: string;
const log: string[] = [];

beforeAll(async () => {
  storage = mkdtempSync(join(tmpdir(), 'resource-api-corrupt-'));
  library = await LibraryApp.start({
    replacements: [EveryRemarkResource, PortraitFileResource, BornWriterResource],
    options: { storage: { path: storage } },
    log: (line) => log.push(line),
  });
});
beforeEach(() => {
  log.length = 0;
});
afterAll(async () => {
  await library?.stop();
  rmSync(storage, { recursive: true, force: true });
});

const linesOfLog = () => log.map((line) => (JSON.parse(line) as { message: string }).message);

interface Corruption {
  readonly column: string;
  readonly value: unknown;
  /** The field that is null. */
  readonly field: string;
  readonly wanted: string;
}

const everywhere: readonly Corruption[] = [
  { column: 'details', value: '{"broken":', field: 'details', wanted: 'json' },
  {
    column: 'details',
    value: '['.repeat(20_000) + ']'.repeat(20_000),
    field: 'details',
    wanted: 'json',
  },
  {
    column: 'details',
    value: '['.repeat(1_001) + ']'.repeat(1_001),
    field: 'details',
    wanted: 'json',
  },
];

/** Invalid values that each engine stores in a column. */
const corruptions: Readonly<Record<TestDialect, readonly Corruption[]>> = {
  sqlite: [
    ...everywhere,
    { column: 'price', value: 'cheap!', field: 'price', wanted: 'decimal' },
    { column: 'cover_price', value: 'cheap!', field: 'cost', wanted: 'decimal' },
    { column: 'page_count', value: 'many!', field: 'page_count', wanted: 'integer' },
    { column: 'copies_sold', value: 'many!', field: 'copies_sold', wanted: 'bigint' },
    { column: 'printed_at', value: 'tomorrow!', field: 'printed_at', wanted: 'datetime' },
    { column: 'printed_at', value: '2024-02-30 00:00:00', field: 'printed_at', wanted: 'datetime' },
  ],
  postgres: [
    ...everywhere,
    { column: 'price', value: 'NaN', field: 'price', wanted: 'decimal' },
    { column: 'printed_at', value: 'infinity', field: 'printed_at', wanted: 'datetime' },
  ],
  mariadb: everywhere,
  mysql: everywhere,
};

const instants: Readonly<Record<TestDialect, string>> = {
  sqlite: 'never',
  postgres: 'infinity',
  mariadb: 'never',
  mysql: 'never',
};

/**
 * Writes an invalid value into a column of instants; MariaDB and MySQL turn it into `0000-00-00
 * 00:00:00`.
 */
const noInstant = (table: string, column: string): string =>
  `update ${isOfMysqlFamily ? 'ignore ' : ''}${table} set ${column} = '${instants[testDialect]}'`;

describe('A corrupt value', () => {
  it.each(corruptions[testDialect])(
    'is null in $column on index, on show and in a relation, and logged without the value: $wanted',
    async ({ column, value, field, wanted }) => {
      const name = library.database.dataSource.driver.escape(column);
      const [[before]] = (await library.database.query(
        `select ${name} from books where id = 5`,
      )) as [[unknown]];
      const write = (kept: unknown) =>
        library.database.write(`update books set ${name} = ? where id = 5`, [kept]);
      await write(value);
      await insert(library.database, 'shelvings', {
        book_id: '5',
        genre_id: 'poetry',
        position: 1,
        shelved_by: null,
      });

      const listed = await library.get('books?perPage=100');
      const shown = await library.get('books/5');
      const related = await library.get('genres/poetry?include=books');
      const listedBelow = await library.get('genres?include=books&perPage=100');
      const lines = linesOfLog().filter((line) => !line.includes('books 10 '));

      await write(before);
      await library.database.write('delete from shelvings where book_id = 5');
      expect([listed.status, shown.status, related.status]).toEqual([200, 200, 200]);
      const books = recordOf(related.body).relationships!.books as readonly ResourceObject[];
      const below = recordsOf(listedBelow.body).find(({ id }) => id === 'poetry')!.relationships!
        .books;
      for (const records of [
        recordsOf(listed.body),
        [recordOf(shown.body)],
        books,
        [below!].flat(),
      ]) {
        const { attributes } = records.find(({ id }) => id === '5')!;
        expect(attributes).toMatchObject({ title: 'Orphan', [field]: null });
      }
      expect(recordsOf(listed.body).length).toBeGreaterThan(20);
      const line = `The column ${column} of books 5 does not contain a valid ${wanted}; it is returned as null.`;
      // Book 10 of the seed is corrupt as well.
      expect(lines).toEqual([line, line, line, line]);
      expect(log.join()).not.toContain(String(value).slice(0, 40));
    },
  );

  it('is null in a pivot, and logged', async () => {
    await library.database.write(`${noInstant('loans', 'borrowed_at')} where id = 2`);
    const { body } = await library.get('patrons/1?include=books[title]');
    const [book] = recordOf(body).relationships!.books as readonly ResourceObject[];
    expect(book).toMatchObject({ attributes: { title: 'First' }, pivots: { borrowed_at: null } });
    expect(linesOfLog()).toEqual([
      'The column borrowed_at of books 9007199254740993 does not contain a valid datetime; it is returned as null.',
    ]);
  });

  it('is null for a callable that reads it, and logged', async () => {
    await library.database.write(`${noInstant('writers', 'born_at')} where full_name = 'Writer 1'`);
    const { body } = await library.get(
      `writers/${writerKey(1)}?include=born&fields[writers]=full_name`,
    );
    expect(recordOf(body).relationships).toEqual({ born: { in: 'no year' } });
    expect(new Set(linesOfLog())).toEqual(
      new Set([
        `The column born_at of writers ${writerKey(1)} does not contain a valid datetime; it is returned as null.`,
      ]),
    );
  });
});

describe('A morph type that is not the key of a resource', () => {
  it('is null, and logged; others are unchanged', async () => {
    const { status, body } = await library.get('remarks?perPage=100', 'librarian');
    expect(status).toBe(200);
    const types = new Map(
      recordsOf(body).map(({ id, attributes }) => [id, attributes.remarkable_type]),
    );
    expect([types.get('9'), types.get('8'), types.get('7')]).toEqual([null, 'writers', 'books']);
    expect(linesOfLog()).toEqual([
      "The column remarkable_type of remarks 9 does not contain a valid resource's key; it is returned as null.",
    ]);
  });

  it('is in no relation', async () => {
    const { text } = await library.get(
      'writers?perPage=100&include=remarks&relatablePerPage=100',
      'librarian',
    );
    expect(text).toContain('Remark 8');
    expect(text).not.toContain('Remark 9');
  });
});

describe('An image whose file is missing (C10)', () => {
  const path = (name: string) => `portraits/9/${name.padEnd(22, 'x')}.png`;
  const [kept, gone] = [path('kept'), path('gone')] as [string, string];

  beforeAll(async () => {
    mkdirSync(dirname(join(storage, kept)), { recursive: true });
    writeFileSync(join(storage, kept), 'png');
    const portrait = (id: number, value: string, of: number) =>
      insert(library.database, 'portraits', {
        id,
        path: value,
        portrayed_type: 'writers',
        portrayed_id: writerKey(of),
      });
    await portrait(30, `/storage/${kept}`, 3);
    await portrait(31, `/storage/${gone}`, 4);
    await portrait(32, 'https://example.com/a.png', 5);
    await portrait(33, `/storage/${dirname(kept)}`, 6);
  });

  it('is null on index and show, and logged; other images are unchanged', async () => {
    const { body } = await library.get('portraits?perPage=100', 'librarian');
    const paths = new Map(recordsOf(body).map(({ id, attributes }) => [id, attributes.path]));
    expect(['30', '31', '32', '33'].map((id) => paths.get(id))).toEqual([
      `/storage/${kept}`,
      null,
      'https://example.com/a.png',
      `/storage/${dirname(kept)}`,
    ]);
    expect(recordOf((await library.get('portraits/31')).body).attributes).toEqual({ path: null });
    const line =
      'The column path of portraits 31 does not contain a valid stored file; it is returned as null.';
    expect(linesOfLog()).toEqual([line, line]);
  });

  it('is null in a relation', async () => {
    const { body } = await library.get('writers?perPage=16&include=portrait');
    const portraits = recordsOf(body).map(
      ({ relationships }) => relationships!.portrait as ResourceObject | null,
    );
    const paths = new Map(
      portraits.flatMap((each) => (each ? [[each.id, each.attributes.path]] : [])),
    );
    expect([paths.get('30'), paths.get('31')]).toEqual([`/storage/${kept}`, null]);
  });

  it('is not looked up if it is not returned', async () => {
    await library.get('portraits?fields[portraits]=id');
    expect(log).toEqual([]);
  });
});

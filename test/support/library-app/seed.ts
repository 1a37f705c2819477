import type { Database } from '../../../src/index.js';

type Values = Readonly<Record<string, unknown>>;
type Tables = Readonly<Record<string, readonly Values[]>>;

/** The uuid of the writer with this number; greater numbers are greater keys. */
export const writerKey = (number: number): string =>
  `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

/** Two keys that would be equal as numbers. */
export const LARGE = '9007199254740993';
export const NEARLY_LARGE = '9007199254740992';

/** The difference between two libraries that look the same to a reader. */
export interface Unseen {
  readonly note: string;
  readonly rows: boolean;
}

const writer = (number: number, values: Values = {}): Values => ({
  id: writerKey(number),
  full_name: `Writer ${number}`,
  pen_name: null,
  born_at: null,
  hidden: false,
  mentor_id: null,
  ...values,
});

const book = (id: string, title: string, values: Values = {}): Values => ({
  id,
  title,
  page_count: 100,
  price: '0.90',
  cover_price: '12.50',
  copies_sold: '3',
  available: true,
  printed_at: null,
  details: null,
  keywords: null,
  writer_id: null,
  main_genre_id: null,
  deleted_at: null,
  ...values,
});

const remark = (id: number, type: string, key: string, flagged = false): Values => ({
  id,
  text: `Remark ${id}`,
  flagged,
  remarkable_type: type,
  remarkable_id: key,
});

const first = { writer_id: writerKey(1) };
const others = Array.from({ length: 15 }, (_none, at) => at + 2);
const mentors: Readonly<Record<number, number>> = { 2: 1, 3: 1, 4: 4, 5: 6, 6: 5 };

/** The rows that the tests of reading expect. Writer 1 has something of everything. */
function seen({ note }: Unseen): Tables {
  return {
    patrons: [
      { id: 1, name: 'Reader', is_librarian: false, settings: '{"theme":"dark","n":[1,2.50]}' },
      { id: 2, name: 'Librarian', is_librarian: true, settings: null },
      { id: 3, name: 'Nobody', is_librarian: false, settings: null },
    ],
    cards: [
      { id: 1, number: 'C-1', patron_id: 1 },
      { id: 2, number: 'C-2', patron_id: 2 },
    ],
    fines: [{ id: 1, patron_id: 1 }],
    writers: [
      writer(1, {
        pen_name: 'Nib',
        born_at: new Date('1900-01-02T03:04:05.678Z'),
        secret_note: note,
      }),
      ...others.map((number) =>
        writer(number, {
          mentor_id: mentors[number] ? writerKey(mentors[number]) : null,
          secret_note: note,
        }),
      ),
    ],
    books: [
      book(LARGE, 'First', {
        ...first,
        copies_sold: '9007199254740995',
        printed_at: new Date('2024-02-08T02:16:20.000Z'),
        details: '{"b":1,"a":[true,null]}',
        keywords: 'sea,ship',
        main_genre_id: 'null',
      }),
      book(NEARLY_LARGE, 'Second', { ...first, price: '10', cover_price: '0.10' }),
      book('10', 'Fourth', { ...first, details: '{"broken":', keywords: '' }),
      book('5', 'Orphan'),
      ...others.flatMap((number) =>
        [0, 1].map((at) =>
          book(String(100 + 2 * number + at), `Book ${number}.${at}`, {
            writer_id: writerKey(number),
          }),
        ),
      ),
    ],
    genres: [
      { slug: 'sf', label: 'Science fiction' },
      { slug: 'poetry', label: 'Poetry' },
      { slug: 'null', label: 'Nothing' },
      { slug: "a/b c'é%", label: 'Odd' },
    ],
    shelvings: [
      { book_id: LARGE, genre_id: 'sf', position: 1, shelved_by: note },
      { book_id: LARGE, genre_id: 'poetry', position: null, shelved_by: note },
      { book_id: NEARLY_LARGE, genre_id: 'sf', position: 3, shelved_by: note },
      { book_id: '10', genre_id: "a/b c'é%", position: 2, shelved_by: note },
    ],
    loans: [
      { id: 1, patron_id: 1, book_id: '10', borrowed_at: new Date('2024-01-01T00:00:00Z') },
      { id: 2, patron_id: 1, book_id: LARGE, borrowed_at: new Date('2024-01-02T00:00:00Z') },
      { id: 3, patron_id: 1, book_id: '10', borrowed_at: new Date('2024-01-03T00:00:00Z') },
      { id: 4, patron_id: 2, book_id: '5', borrowed_at: new Date('2024-01-04T00:00:00Z') },
    ],
    rivalries: [
      { writer_id: writerKey(1), rival_id: writerKey(2) },
      { writer_id: writerKey(1), rival_id: writerKey(1) },
      { writer_id: writerKey(2), rival_id: writerKey(1) },
    ],
    topics: [
      { id: 1, name: 'Sea' },
      { id: 2, name: 'Love' },
    ],
    taggings: [
      { topic_id: 1, taggable_type: 'writers', taggable_id: writerKey(1), weight: 7 },
      { topic_id: 2, taggable_type: 'writers', taggable_id: writerKey(1), weight: null },
      { topic_id: 1, taggable_type: 'writers', taggable_id: writerKey(2), weight: 1 },
      { topic_id: 2, taggable_type: 'books', taggable_id: LARGE, weight: 4 },
      { topic_id: 2, taggable_type: 'books', taggable_id: '10', weight: 5 },
    ],
    remarks: [
      ...[1, 2, 3].map((id) => remark(id, 'writers', writerKey(1))),
      ...[4, 5].map((id) => remark(id, 'writers', writerKey(1), true)),
      remark(6, 'writers', writerKey(1)),
      remark(7, 'books', LARGE),
      remark(8, 'writers', writerKey(2), true),
      remark(9, 'gone', '1'),
    ],
    portraits: [{ id: 1, path: '/one.png', portrayed_type: 'writers', portrayed_id: writerKey(1) }],
    ledgers: [{ id: 1, entry: 'Paid', writer_id: writerKey(1) }],
  };
}

/** Rows that no reader may see, among all the others. */
const unseen: Tables = {
  writers: [writer(90, { hidden: true }), writer(91, { hidden: true, mentor_id: writerKey(1) })],
  books: [
    book('12', 'Unavailable', { ...first, available: false }),
    book('9007199254740999', 'Unavailable too', { ...first, available: false }),
    book('11', 'Deleted', { ...first, deleted_at: new Date('2024-01-01T00:00:00Z') }),
  ],
  rivalries: [{ writer_id: writerKey(1), rival_id: writerKey(90) }],
  shelvings: [
    { book_id: '12', genre_id: 'sf', position: 4, shelved_by: null },
    { book_id: '11', genre_id: 'sf', position: 5, shelved_by: null },
  ],
  loans: [
    { id: 9, patron_id: 1, book_id: '12', borrowed_at: new Date('2024-01-05T00:00:00Z') },
    { id: 10, patron_id: 1, book_id: '11', borrowed_at: new Date('2024-01-05T00:00:00Z') },
  ],
  taggings: [
    { topic_id: 1, taggable_type: 'writers', taggable_id: writerKey(90), weight: 9 },
    { topic_id: 1, taggable_type: 'books', taggable_id: '12', weight: 9 },
  ],
  remarks: [
    remark(20, 'writers', writerKey(90)),
    remark(21, 'books', '12'),
    remark(22, 'books', '11'),
  ],
  portraits: [{ id: 20, path: '/two.png', portrayed_type: 'writers', portrayed_id: writerKey(90) }],
  cards: [{ id: 20, number: 'C-20', patron_id: 3 }],
  fines: [{ id: 20, patron_id: 3 }],
  ledgers: [{ id: 20, entry: 'Owed', writer_id: writerKey(2) }],
};

/** Fills an empty library. */
export async function seedLibrary(database: Database, differing: Unseen): Promise<void> {
  for (const tables of [seen(differing), ...(differing.rows ? [unseen] : [])])
    for (const [table, rows] of Object.entries(tables))
      for (const row of rows) await insert(database, table, row);
}

/** One row, by the table's own column names. */
export async function insert(database: Database, table: string, row: Values): Promise<void> {
  const names = Object.keys(row);
  const quoted = names.map((name) => database.dataSource.driver.escape(name));
  const sql = `insert into ${table} (${quoted.join(', ')}) values (${names.map(() => '?').join(', ')})`;
  await database.write(sql, Object.values(row));
}

/** Sets the next key that the database generates for these tables, after keys were inserted. */
export async function continueKeys(
  database: Database,
  tables: readonly string[],
  key: number,
): Promise<void> {
  if (database.dataSource.options.type !== 'postgres') return;
  for (const table of tables)
    await database.query(`select setval(pg_get_serial_sequence('${table}', 'id'), ${key}::bigint)`);
}

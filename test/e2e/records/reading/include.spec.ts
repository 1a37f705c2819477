import { LibraryApp } from '../../../support/library-app/library-app.js';
import { LARGE, NEARLY_LARGE, writerKey } from '../../../support/library-app/seed.js';
import { keysOf, recordOf, recordsOf, withoutMeta, type Resource } from './resource-objects.js';

let library: LibraryApp;
const log: string[] = [];

beforeAll(async () => {
  library = await LibraryApp.start({ log: (line) => log.push(line) });
});
afterAll(() => library?.stop());

const one = `writers/${writerKey(1)}`;
const show = async (path: string) => withoutMeta(recordOf((await library.get(path)).body));
const firstRelated = async (path: string, relation: string) =>
  [(await show(path)).relationships![relation]!].flat()[0]!;
const refusal = async (path: string) => {
  const { status, body } = await library.get(path);
  return { status, ...(body as { code: string; errors: Record<string, string[]> }) };
};

describe('Columns (C5.1)', () => {
  it.each([
    ['books[title,price]', ['title', 'price']],
    ['books[price|title]', ['price', 'title']],
    ['books[id|title]', ['title']],
    ['books[id]', []],
    ['books[title,title|title]', ['title']],
  ])(
    'are returned for include=%s in the order in which they are written',
    async (include, names) => {
      const book = await firstRelated(`${one}?include=${include}`, 'books');
      expect(book.id).toBe(LARGE);
      expect(Object.keys(book.attributes)).toEqual(names);
    },
  );

  it('can be set at every level', async () => {
    const book = await firstRelated(
      `${one}?include=books[title].genres[label].books[page_count]`,
      'books',
    );
    const [genre] = book.relationships!.genres as readonly Resource[];
    const [other] = genre!.relationships!.books as readonly Resource[];
    expect([book, genre, other].map((each) => Object.keys(each!.attributes))).toEqual([
      ['title'],
      ['label'],
      ['page_count'],
    ]);
  });

  it('are set by fields for the main resource', async () => {
    expect((await show(`${one}?fields[writers]=born_at|id`)).attributes).toEqual({
      born_at: '1900-01-02T03:04:05.678Z',
    });
    expect((await show(`${one}?fields[writers]=id`)).attributes).toEqual({});
    const listed = recordsOf((await library.get('writers?fields[writers]=full_name')).body);
    expect(new Set(listed.flatMap(({ attributes }) => Object.keys(attributes)))).toEqual(
      new Set(['full_name']),
    );
  });

  it('replace those of the definition if the query names them', async () => {
    expect((await firstRelated(`${one}?include=works`, 'works')).attributes).toEqual({
      title: 'First',
    });
    expect((await firstRelated(`${one}?include=works[page_count]`, 'works')).attributes).toEqual({
      page_count: 100,
    });
  });

  it.each([
    ['fields[books]=title', 'fields[books]', 'fields[writers]'],
    ['fields[writers]=secret_note', 'fields[writers]', 'Allowed: id, full_name, born_at.'],
    ['fields[writers]=pen_name', 'fields[writers]', 'no column'],
    ['fields[writers]=fullName', 'fields[writers]', 'Did you mean \\"full_name\\"?'],
    ['include=books[titel]', 'include', 'Did you mean \\"title\\"?'],
    ['include=books[writer]', 'include', 'no column'],
    ['include=initial[letter]', 'include', 'does not accept columns'],
    ['include=initial.mentor', 'include', 'does not accept nested relations'],
    ['include=buks', 'include', 'Did you mean \\"books\\"?'],
    ['related=books.zzz', 'related', 'Allowed: writer, author,'],
    ['include=books,,topics', 'include', 'position 6'],
    ['include=__proto__', 'include', 'no relation'],
    ['include=constructor', 'include', 'no relation'],
  ])('are rejected for %s with what is allowed (C5.2)', async (query, parameter, message) => {
    const { status, code, errors } = await refusal(`${one}?${query}`);
    expect({ status, code }).toEqual({ status: 400, code: 'invalid_query' });
    expect(Object.keys(errors)).toEqual([parameter]);
    expect(JSON.stringify(errors)).toContain(message);
  });

  it('are in no response and no list if they are write-only (C5.9)', async () => {
    expect((await show('patrons/1')).attributes).toEqual({
      name: 'Reader',
      settings: { theme: 'dark', n: [1, 2.5] },
    });
    const { errors } = await refusal('patrons/1?fields[patrons]=password');
    const absent = await refusal('patrons/1?fields[patrons]=passw0rd');
    expect(JSON.stringify(errors).replace('password', 'passw0rd')).toBe(
      JSON.stringify(absent.errors),
    );
    expect(JSON.stringify(errors)).toContain('Allowed: id, name, settings.');
  });
});

describe('include and related (C5.1)', () => {
  it.each([
    'include=books[title],topics',
    'related=books[title],topics',
    'include=books[title]&related=topics',
    'related=topics&include=books[title]',
    'include=books[title]&include=topics',
    'include=books[title],topics,books',
  ])('mean the same by %s', async (query) => {
    const { relationships } = await show(`${one}?${query}`);
    expect(Object.keys(relationships!).sort()).toEqual(['books', 'topics']);
    expect(relationships).toEqual((await show(`${one}?include=books[title],topics`)).relationships);
  });

  it('merge their columns and nested relations', async () => {
    const book = await firstRelated(
      `${one}?include=books[title].genres&related=books[price].subjects[name]`,
      'books',
    );
    expect(Object.keys(book.attributes)).toEqual(['title', 'price']);
    expect(Object.keys(book.relationships!)).toEqual(['genres', 'subjects']);
  });

  it('load nothing if they are empty, and return no relationships', async () => {
    const { text } = await library.get(`${one}?include=&related=`);
    expect(text).toBe((await library.get(one)).text);
    expect(text).not.toContain('relationships');
  });

  it('return an empty list and null if nothing is related', async () => {
    const { relationships } = await show(
      `writers/${writerKey(16)}?include=topics,portrait,remarks,mentor,pupils`,
    );
    expect(relationships).toEqual({
      topics: [],
      portrait: null,
      remarks: [],
      mentor: null,
      pupils: [],
    });
  });
});

describe('A resource object (C3.5)', () => {
  it('has its keys in this order', async () => {
    const { body } = await library.get(`${one}?include=topics`);
    expect(Object.keys(recordOf(body))).toEqual([
      'id',
      'type',
      'attributes',
      'relationships',
      'meta',
    ]);
    const [topic] = recordOf(body).relationships!.topics as readonly Resource[];
    expect(Object.keys(topic!)).toEqual(['id', 'type', 'attributes', 'meta', 'pivots']);
  });
});

describe('Circles (C5.3)', () => {
  const mentor = async (number: number, include: string) =>
    (await show(`writers/${writerKey(number)}?include=${include}`)).relationships!
      .mentor as Resource;

  it('omit a relation on a record that is its own ancestor through it', async () => {
    const own = await mentor(4, 'mentor.mentor.mentor');
    expect(own).toMatchObject({ id: writerKey(4), relationships: {} });
    expect(own.relationships).toEqual({});
  });

  it('end for two records at the second occurrence', async () => {
    const other = await mentor(5, 'mentor.mentor.mentor.mentor');
    const again = other.relationships!.mentor as Resource;
    expect([other.id, again.id, again.relationships]).toEqual([writerKey(6), writerKey(5), {}]);
  });

  it('do not cut chains without one', async () => {
    expect((await mentor(2, 'mentor.mentor')).relationships).toEqual({ mentor: null });
  });

  it('are detected through other relations in between', async () => {
    const book = await firstRelated(
      `${one}?include=books[title].writer[full_name].books[title],topics`,
      'books',
    );
    expect(book.relationships!.writer).toMatchObject({ id: writerKey(1), relationships: {} });
  });

  it('are detected per relation, not per record: another relation of the same record is loaded', async () => {
    const book = await firstRelated(`${one}?include=books[title].writer.works`, 'books');
    expect(keysOf((book.relationships!.writer as Resource).relationships!.works)).toEqual([
      LARGE,
      NEARLY_LARGE,
      '10',
    ]);
  });

  it('omit nothing on siblings that share a record: all contain it in full', async () => {
    const { relationships } = await show(
      `books/${LARGE}?include=writer.books[id].writer[full_name].topics[name]`,
    );
    const books = (relationships!.writer as Resource).relationships!.books as readonly Resource[];
    const [own, ...others] = books;
    expect(own!.relationships).toEqual({});
    expect(others).toHaveLength(2);
    for (const { relationships: related } of others) {
      const writer = related!.writer as Resource;
      expect(writer.attributes).toEqual({ full_name: 'Writer 1' });
      expect(keysOf(writer.relationships!.topics)).toEqual(['2', '1']);
    }
  });
});

describe('Limits (C5.3, C12)', () => {
  const chain = (levels: number) => Array.from({ length: levels }, () => 'pupils').join('.');
  const direct =
    'mentor,pupils,books,works,portrait,face,remarks,topics,initial,pen_names,name_length,display_name,pen_name';
  const nested = ['writer', 'author', 'main_genre', 'genres', 'kinds', 'remarks', 'subjects'].map(
    (key) => `books.${key}`,
  );

  it('allow a path of 5 relations, and not of 6', async () => {
    expect((await library.get(`${one}?include=${chain(5)}`)).status).toBe(200);
    const { status, errors } = await refusal(`${one}?include=${chain(6)}`);
    expect(status).toBe(400);
    expect(errors.include![0]).toContain('at most 5');
  });

  it('allow a request with 20 relations, and not with 21', async () => {
    expect((await library.get(`${one}?include=${direct},${nested.join()}`)).status).toBe(200);
    const { status, errors } = await refusal(
      `${one}?include=${direct},${nested.join()},books.cover_price`,
    );
    expect(status).toBe(400);
    expect(errors.include![0]).toContain('21');
  });
});

describe('Columns that nothing needs (C5.9)', () => {
  const columnsOf = (statements: readonly string[]) => statements.join('\n');

  it('are in no statement of an index', async () => {
    const { statements } = await library.get(
      'writers?include=books[title].genres[id]&fields[writers]=full_name',
    );
    expect(columnsOf(statements)).not.toMatch(
      /secret_note|pen_name|born_at|price|details|label|shelved_by/,
    );
  });

  it('are read if a policy or a callable needs them', async () => {
    const needed = await library.get('writers?include=display_name&fields[writers]=id');
    expect(columnsOf(needed.statements)).toMatch(/pen_name/);
    expect(columnsOf(needed.statements)).toMatch(/mentor_id/);
    expect(columnsOf(needed.statements)).not.toMatch(/secret_note/);
    expect(needed.text).not.toMatch(/mentor_id|full_name/);
  });

  it('are not read for flags that an index does not return (C3.3)', async () => {
    const listed = await library.get('books?include=writer[full_name]');
    expect(columnsOf(listed.statements)).not.toMatch(/mentor_id/);
    const shown = await library.get(`books/${LARGE}?include=writer[full_name]`);
    expect(columnsOf(shown.statements)).toMatch(/mentor_id/);
  });
});

it('report a corrupt value in the log, without the value', async () => {
  log.length = 0;
  expect((await show('books/10')).attributes.details).toBeNull();
  expect(log.join()).toContain('details');
  expect(log.join()).not.toContain('broken');
});

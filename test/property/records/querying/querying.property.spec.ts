import fc from 'fast-check';
import {
  recordOf,
  recordsOf,
  type Index,
  type Related,
  type Resource,
} from '../../../e2e/records/reading/resource-objects.js';
import { examples } from '../../../support/examples.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';
import { successful, anything, collections, narrowing, ordered } from './queries.js';

const EXAMPLES = examples(100);

let library: LibraryApp;
let other: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start();
  other = await LibraryApp.start({ unseen: { note: 'another note', rows: false } });
});
afterAll(async () => {
  await library?.stop();
  await other?.stop();
});

/** A record, and every record below it. */
function* recordsIn(related: Related): Iterable<Resource> {
  for (const record of [related ?? []].flat()) {
    yield record;
    for (const inner of Object.values(record.relationships ?? {})) yield* recordsIn(inner);
  }
}

const keysOf = (body: unknown): readonly string[] => recordsOf(body).map(({ id }) => id);

/** The keys of all pages, by their links. */
async function walk(path: string): Promise<readonly string[]> {
  const { status, body } = await library.get(path);
  expect(status).toBe(200);
  const next = (body as Index).links.next;
  return next ? [...keysOf(body), ...(await walk(next.slice('/api/'.length)))] : keysOf(body);
}

describe('Any query', () => {
  it('succeeds or is rejected, and never fails (C9)', async () => {
    await fc.assert(
      fc.asyncProperty(anything, async (path) => {
        const { status, body } = await library.get(path);
        expect(status).toBeLessThan(500);
        if (status !== 200)
          expect(body).toMatchObject({ message: expect.any(String), code: expect.any(String) });
      }),
      EXAMPLES,
    );
  });

  it('is the same in two libraries that differ in what a reader may not see (C5.9)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: successful }, anything), async (path) => {
        const [here, there] = await Promise.all([library.get(path), other.get(path)]);
        expect({ status: here.status, text: here.text }).toEqual({
          status: there.status,
          text: there.text,
        });
        if (here.status === 200 && here.text.includes('"next":"/')) {
          const next = (JSON.parse(here.text) as Index).links.next!.slice('/api/'.length);
          expect((await library.get(next)).text).toBe((await other.get(next)).text);
        }
      }),
      EXAMPLES,
    );
  });

  it('returns only records that the reader may show, as show returns them (C5.9)', async () => {
    await fc.assert(
      fc.asyncProperty(successful, async (path) => {
        const { status, body } = await library.get(path);
        expect({ path, status }).toEqual({ path, status: 200 });
        const reached = recordsOf(body)
          .flatMap((record) => [...recordsIn(record)])
          .slice(0, 30);
        for (const { type, id, attributes } of reached) {
          const shown = await library.get(`${type}/${encodeURIComponent(id)}`);
          expect({ of: `${type}/${id}`, status: shown.status }).toEqual({
            of: `${type}/${id}`,
            status: 200,
          });
          expect(recordOf(shown.body).attributes).toMatchObject(attributes);
        }
      }),
      examples(30),
    );
  });

  it('only removes records by a filter, and changes nothing else (C5.9)', async () => {
    const narrowed = fc
      .constantFrom(...collections)
      .chain((resource) => fc.tuple(fc.constant(resource), narrowing(resource)));
    await fc.assert(
      fc.asyncProperty(narrowed, async ([resource, query]) => {
        const every = recordsOf((await library.get(`${resource}?perPage=100`)).body);
        const { status, body } = await library.get(`${resource}?perPage=100&${query}`);
        expect({ query, status }).toEqual({ query, status: 200 });
        const kept = new Set(keysOf(body));
        expect(keysOf(body)).toEqual(every.filter(({ id }) => kept.has(id)).map(({ id }) => id));
        expect((body as Index).meta.total).toBe(resource === 'remarks' ? null : kept.size);
      }),
      EXAMPLES,
    );
  });

  it('sorts all records, each once, alike by number and by cursor (C3.1, C5.5)', async () => {
    await fc.assert(
      fc.asyncProperty(ordered, fc.integer({ min: 1, max: 9 }), async ([resource, order], size) => {
        const sort = `sort=${encodeURIComponent(order)}`;
        const whole = keysOf((await library.get(`${resource}?perPage=100&${sort}`)).body);
        expect([...whole].sort()).toEqual(
          [...keysOf((await library.get(`${resource}?perPage=100`)).body)].sort(),
        );
        expect(await walk(`${resource}?perPage=${size}&${sort}`)).toEqual(whole);
        expect(await walk(`${resource}?perPage=${size}&${sort}&cursor=`)).toEqual(whole);
      }),
      examples(20),
    );
  });
});

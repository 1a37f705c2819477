import fc from 'fast-check';
import { examples } from '../../../support/examples.js';
import { LibraryApp } from '../../../support/library-app/library-app.js';
import {
  recordOf,
  recordsOf,
  type Related,
  type Resource,
} from '../../../e2e/records/reading/resource-objects.js';
import { successful, anything } from './queries.js';

const EXAMPLES = examples(75);

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
    for (const inner of Object.values(record.relationships ?? {}))
      if (isResource(inner)) yield* recordsIn(inner);
  }
}

/** Callables may return anything; only resource objects have a type. */
const isResource = (related: Related): boolean =>
  [related ?? []].flat().every((each) => typeof each === 'object' && 'type' in each);

describe('Any request', () => {
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
      fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: successful }, anything), async (path) => {
        const [here, there] = await Promise.all([library.get(path), other.get(path)]);
        expect({ status: here.status, text: here.text }).toEqual({
          status: there.status,
          text: there.text,
        });
      }),
      EXAMPLES,
    );
  });

  it('returns only records that the reader may show, and nothing that show hides (C4.4, C5.2)', async () => {
    await fc.assert(
      fc.asyncProperty(successful, async (path) => {
        const { status, body } = await library.get(path);
        expect(status).toBe(200);
        const reached = [...recordsOf(body).flatMap((record) => [...recordsIn(record)])].slice(
          0,
          40,
        );
        for (const { type, id, attributes } of reached) {
          const shown = await library.get(`${type}/${encodeURIComponent(id)}`);
          expect({ path: `${type}/${id}`, status: shown.status }).toEqual({
            path: `${type}/${id}`,
            status: 200,
          });
          expect(recordOf(shown.body).attributes).toMatchObject(attributes);
        }
      }),
      examples(20),
    );
  });
});

import fc from 'fast-check';
import type { ActionRequest } from '../../../src/index.js';
import type { Piece } from '../../support/depot-app/entities.js';
import { WorkshopApp } from '../../support/workshop-app.js';

/** A hook receives whole entities, and the service writes the rows of its log itself. */
let watched: WorkshopApp;
let plain: WorkshopApp;
beforeAll(async () => {
  watched = await WorkshopApp.start({}, true);
  plain = await WorkshopApp.start();
});
afterAll(async () => {
  await plain?.stop();
  await watched?.stop();
});

const characters = [...'ab "\\/\n\t\u0001\u007fé✓', '😀', '\u2028', '</', "'", '?', '$1', '{}'];
const string = (maxLength: number) =>
  fc.array(fc.constantFrom(...characters), { maxLength: maxLength / 2 }).map((all) => all.join(''));
const orNull = <Value>(values: fc.Arbitrary<Value>) => fc.option(values, { freq: 6 });
const day = fc.date({
  min: new Date('1000-01-01T00:00:00Z'),
  max: new Date('9999-12-31T23:59:59.999Z'),
  noInvalidDate: true,
});
const decimal = fc.integer({ min: -99_999_999, max: 99_999_999 }).map((cents) => cents / 100);

/** Values of any columns, of every type. */
const values = fc.record(
  {
    title: string(8),
    amount: orNull(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
    shade: orNull(fc.integer({ min: -(2 ** 15), max: 2 ** 15 - 1 })),
    serial: orNull(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String)),
    weight: orNull(decimal.map((number) => number.toFixed(2))),
    price: orNull(decimal),
    height: orNull(fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e100, max: 1e100 })),
    onDisplay: orNull(fc.boolean()),
    acquiredOn: orNull(day.map((date) => date.toISOString().slice(0, 10))),
    shownAt: orNull(day),
    notes: orNull(fc.array(fc.oneof(fc.integer(), fc.boolean(), string(6)))),
    materials: orNull(fc.array(fc.constantFrom('oak', 'wax', 'brass'), { minLength: 1 })),
    story: orNull(string(40)),
    finish: orNull(fc.constantFrom('raw' as const, 'oiled' as const)),
    batch: orNull(fc.uuid()),
    insurer: orNull(string(8)),
  },
  { requiredKeys: [] },
);
/** Columns whose values a database can write to the log itself. */
const exactValues = values.map(
  ({ weight: _1, price: _2, height: _3, shownAt: _4, notes: _5, materials: _6, ...rest }) => rest,
);
type Values = typeof values extends fc.Arbitrary<infer Given> ? Given : never;

/** A call of `request.update`: the same for all, or one of the values for each piece. */
const step = fc.record({
  isOfEach: fc.boolean(),
  given: fc.oneof(
    fc.array(values, { minLength: 1, maxLength: 3 }),
    fc.array(exactValues, { minLength: 1, maxLength: 3 }),
    exactValues.map((same) => [same]),
  ),
  skips: fc.constantFrom(0, 0, 0, 1, 2),
});
type Step = typeof step extends fc.Arbitrary<infer Taken> ? Taken : never;

async function update(
  request: ActionRequest,
  pieces: readonly Piece[],
  { isOfEach, given, skips }: Step,
): Promise<void> {
  const written = pieces.slice(skips);
  const numberOf = (piece: Piece) => Number(piece.id.slice(0, 8));
  const valuesOf = (piece: Piece) => given[numberOf(piece) % given.length]! as Partial<Piece>;
  await request.update(written, isOfEach ? valuesOf : (given[0]! as Partial<Piece>));
}

const writtenAt = new Date('2024-01-01T00:00:00.000Z');
const withKeys = (pieces: readonly Values[]): readonly Partial<Piece>[] =>
  pieces.map((piece, at) => ({
    ...(piece as Partial<Piece>),
    title: 'Vase',
    id: `${String(at + 1).padStart(8, '0')}-1111-4222-8333-444455556666`,
    createdAt: writtenAt,
    updatedAt: writtenAt,
  }));

async function outcomeOf(
  workshop: WorkshopApp,
  pieces: readonly Values[],
  steps: readonly Step[],
): Promise<object> {
  await workshop.fill(withKeys(pieces));
  const { status, text } = await workshop.restore(async (request, received) => {
    for (const each of steps) await update(request, received, each);
  });
  const rows = await workshop.pieces();
  return {
    response: [status, text],
    rows: rows.map(({ updatedAt, ...row }) => [row, updatedAt > writtenAt]),
    log: await workshop.log(),
  };
}

describe('The changes of a handler', () => {
  it('are the same in rows, log and snapshots, whether hooks see the records or not (C6.4, C8.3, C15.3)', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(values, { maxLength: 5 }),
        fc.array(step, { minLength: 1, maxLength: 2 }),
        async (pieces, steps) => {
          const expected = await outcomeOf(watched, pieces, steps);
          expect(await outcomeOf(plain, pieces, steps)).toEqual(expected);
        },
      ),
      { numRuns: 100 },
    );
  }, 120_000);
});

import fc from 'fast-check';
import { where } from '../../../src/index.js';
import { examples } from '../../support/examples.js';
import { Sack } from '../../support/depot-app/sacks/entities.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
afterAll(() => depot.stop());

const CHUNK = 3;
const MOST = 10;

/** What a handler does in one chunk, to the existing sacks with these keys. */
const step = fc.record({
  deleted: fc.subarray(
    Array.from({ length: MOST }, (_none, at) => at + 1),
    { maxLength: 3 },
  ),
  closed: fc.subarray(
    Array.from({ length: MOST }, (_none, at) => at + 1),
    { maxLength: 3 },
  ),
  opened: fc.subarray(
    Array.from({ length: MOST }, (_none, at) => at + 1),
    { maxLength: 3 },
  ),
  stored: fc.nat({ max: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

/** The sacks that the handler receives, chunk by chunk, by the contract. */
function expected(
  states: Map<number, string>,
  steps: readonly Step[],
): readonly (readonly number[])[] {
  const calls: number[][] = [];
  const open = () => [...states].filter(([, state]) => state === 'new').map(([id]) => id);
  const last = Math.max(0, ...open());
  let after = 0;
  for (;;) {
    const chunk = open()
      .filter((id) => id > after && id <= last)
      .slice(0, CHUNK);
    if (chunk.length === 0) break;
    calls.push(chunk);
    apply(states, steps[(calls.length - 1) % steps.length]!);
    after = chunk.at(-1)!;
    if (chunk.length < CHUNK || after === last) break;
  }
  return calls.length > 0 ? calls : [[]];
}

function apply(states: Map<number, string>, { deleted, closed, opened }: Step): void {
  for (const id of closed) if (states.has(id)) states.set(id, 'done');
  for (const id of opened) if (states.has(id)) states.set(id, 'new');
  for (const id of deleted) states.delete(id);
}

describe('A run over all records', () => {
  it('passes every record that matches in its turn exactly once, for any handler (C6.5)', async () => {
    const count = fc.nat({ max: MOST });
    await fc.assert(
      fc.asyncProperty(
        count,
        fc.array(step, { minLength: 1, maxLength: 4 }),
        async (size, steps) => {
          await depot.fill(size);
          const calls: number[][] = [];
          depot.actions.indexQuery = () => where<Sack>({ state: 'new' });
          await depot.run(
            'sacks',
            'grind-sacks',
            { repositories: 'all' },
            async (request, sacks) => {
              calls.push(sacks.map(({ id }) => id));
              if (sacks.length === 0) return;
              const { closed, opened, deleted, stored } = steps[(calls.length - 1) % steps.length]!;
              const { manager } = request;
              if (closed.length > 0) await manager.update(Sack, closed, { state: 'done' });
              if (opened.length > 0) await manager.update(Sack, opened, { state: 'new' });
              if (deleted.length > 0) await manager.delete(Sack, deleted);
              const rows = Array.from({ length: stored }, () => ({
                title: 'later',
                state: 'new',
                keeper_id: 1,
              }));
              await request.store(Sack, rows);
            },
          );
          const states = new Map(
            Array.from({ length: size }, (_none, at) => [at + 1, 'new'] as const),
          );
          expect(calls).toEqual(expected(states as Map<number, string>, steps));
        },
      ),
      examples(60),
    );
  });
});

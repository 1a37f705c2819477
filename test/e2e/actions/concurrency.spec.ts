import { setTimeout as pause } from 'node:timers/promises';
import type { ActionRequest } from '../../../src/index.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
beforeEach(() => depot.fill(20));
afterAll(() => depot.stop());

interface Note {
  readonly note: number;
}

describe('Concurrent actions', () => {
  it('mix neither payloads, nor users, nor batches on one uriKey (issue, 8)', async () => {
    depot.actions.work = async (request: ActionRequest<never>, sacks) => {
      const { note } = request.payload as Note;
      await pause(Math.random() * 5);
      await request.update(sacks, { title: `by ${(request.user as { id: number }).id}, ${note}` });
      return {
        note,
        user: (request.user as { id: number }).id,
        ids: sacks.map(({ id }) => id),
        batch: request.origin.batchId,
      };
    };
    const responses = await Promise.all(
      Array.from({ length: 10 }, (_none, at) => {
        const [as, key] =
          at % 2 === 0 ? (['other', 2 * (at + 1)] as const) : (['head', 2 * at + 1] as const);
        return depot.run('sacks', 'grind-sacks', { repositories: [key], note: at }, undefined, as);
      }),
    );
    const log = await depot.log();
    expect(new Set(responses.map(({ body }) => body.batch as string)).size).toBe(10);
    for (const [at, { status, body }] of responses.entries()) {
      const [user, key] = at % 2 === 0 ? [2, 2 * (at + 1)] : [3, 2 * at + 1];
      expect([status, body.note, body.user, body.ids]).toEqual([200, at, user, [key]]);
      expect(log.filter(({ batch }) => batch === body.batch)).toMatchObject([
        { user_id: String(user), key: String(key), changes: { title: `by ${user}, ${at}` } },
      ]);
    }
  });

  it('over all records each process every record, one chunk after the other', async () => {
    const seen = new Map<number, number[]>();
    depot.actions.work = async (request: ActionRequest<never>, sacks) => {
      const { note } = request.payload as Note;
      seen.set(note, [...(seen.get(note) ?? []), ...sacks.map(({ id }) => id)]);
      await request.update(sacks, { state: `run ${note}` });
    };
    const notes = [1, 2, 3];
    const runs = notes.map((note) =>
      depot.run('sacks', 'grind-sacks', { repositories: 'all', note }),
    );
    expect((await Promise.all(runs)).map(({ status }) => status)).toEqual([200, 200, 200]);
    const all = Array.from({ length: 20 }, (_none, at) => at + 1);
    expect(notes.map((note) => seen.get(note))).toEqual([all, all, all]);
    const runsOf = (await depot.log()).filter(({ key }) => key === null);
    expect(runsOf.map(({ meta }) => meta.records)).toEqual([20, 20, 20]);
  });

  it('on the same records in opposite orders end without a 500 (threats: deadlocks are retried)', async () => {
    depot.actions.work = async (request: ActionRequest<never>, sacks) => {
      const { note } = request.payload as Note;
      const { manager } = request;
      await pause(5);
      await manager.query(`update sacks set origin = 'x' where id = ${note % 2 === 0 ? 20 : 19}`);
      await pause(5);
      await manager.query(`update sacks set origin = 'x' where id = ${note % 2 === 0 ? 19 : 20}`);
      return sacks.length;
    };
    const responses = await Promise.all(
      Array.from({ length: 6 }, (_none, note) =>
        depot.run('sacks', 'grind-sacks', { repositories: [note + 1], note }),
      ),
    );
    for (const { status } of responses) expect([200, 503]).toContain(status);
    expect(responses.some(({ status }) => status === 200)).toBe(true);
  });
});

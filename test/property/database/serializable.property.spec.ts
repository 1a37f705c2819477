import fc from 'fast-check';
import type { Database } from '../../../src/database/connection/database.js';
import { testDatabase } from '../../support/databases.js';
import { examples } from '../../support/examples.js';
import { withNotesOn } from '../../e2e/database/distributed/posing.fixture.js';

const ACCOUNTS = 4;
const START = 100;

const account = fc.integer({ min: 1, max: ACCOUNTS });

const transfers = fc.array(fc.record({ from: account, to: account, amount: fc.nat(30) }), {
  minLength: 4,
  maxLength: 16,
});
type Transfer = Readonly<Record<'from' | 'to' | 'amount', number>>;

const balances = async (source: Pick<Database, 'query'>): Promise<readonly number[]> => {
  const rows = await source.query('select text from notes order by id');
  return rows.map(([text]) => Number(String(text).split('/')[1]));
};
const total = (of: readonly number[]): number => of.reduce((sum, each) => sum + each, 0);

/** What the callbacks of the transfers have noted. */
interface Events {
  attempts: number;
  committed: number;
  undone: number;
}

/** Reads all accounts and writes two, so that every two transfers conflict. */
const transfer = (database: Database, { from, to, amount }: Transfer, events: Events) =>
  database.transaction(async (transaction) => {
    events.attempts += 1;
    transaction.afterCommit(() => void (events.committed += 1));
    transaction.afterRollback(() => void (events.undone += 1));
    const before = await balances(transaction);
    expect(total(before)).toBe(ACCOUNTS * START);
    const set = (id: number, value: number) =>
      transaction.query('update notes set text = ? where id = ?', [`${id}/${value}`, id]);
    if (from === to || before[from - 1]! < amount) return;
    await set(from, before[from - 1]! - amount);
    await set(to, before[to - 1]! + amount);
  });

if (testDatabase === 'postgres')
  describe('Random transfers in SERIALIZABLE', () => {
    it('keep the sum in every snapshot, and each commits once or fails as 503', () =>
      withNotesOn('cockroachdb', async (database) => {
        await fc.assert(
          fc.asyncProperty(transfers, async (all) => {
            await database.write('delete from notes');
            for (let id = 1; id <= ACCOUNTS; id++)
              await database.write('insert into notes (id, text) values (?, ?)', [
                id,
                `${id}/${START}`,
              ]);
            const events: Events = { attempts: 0, committed: 0, undone: 0 };
            const ended = await Promise.allSettled(
              all.map((each) => transfer(database, each, events)),
            );
            const failed = ended.filter(({ status }) => status === 'rejected');
            for (const { reason } of failed as PromiseRejectedResult[])
              expect(reason).toMatchObject({ code: 'unavailable', status: 503 });
            expect(total(await balances(database))).toBe(ACCOUNTS * START);
            expect(events.committed).toBe(all.length - failed.length);
            expect(events.undone).toBe(events.attempts - events.committed);
          }),
          examples(15),
        );
        expect(database.conflicts.retried).toBeGreaterThan(0);
      }));
  });
else
  it('transfers in SERIALIZABLE are tested on PostgreSQL only', () => {
    expect(testDatabase).not.toBe('postgres');
  });

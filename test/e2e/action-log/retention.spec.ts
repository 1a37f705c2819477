import { LogRetention } from '../../../src/modules/action-log/log-retention.js';
import { RetentionSchedule } from '../../../src/modules/action-log/retention-schedule.js';
import { freezeClock, NOW } from '../../support/freeze-clock.js';
import { runCommand } from '../../support/run-command.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

const DAY = 24 * 60 * 60 * 1000;
const instantString = (instant: number): string =>
  new Date(instant).toISOString().replace('T', ' ').slice(0, -1);

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start({ logs: { keepDays: 30 } });
});
beforeEach(() => depot.fill(0));
afterAll(() => depot.stop());
freezeClock();

/** @param ages in days */
async function keep(...ages: readonly number[]): Promise<void> {
  for (const age of ages)
    await depot.database.write(
      `insert into action_logs (name, status, original, changes, exception, batch_id, meta, created_at)
       values (?, 'finished', '{}', '{}', '', 'batch', '{}', ?)`,
      [String(age), instantString(NOW - age * DAY)],
    );
}
const kept = async () => (await depot.log()).map(({ name }) => name);
const retention = () => depot.app.get(LogRetention, { strict: false });

describe('Retention', () => {
  it('removes rows older than the given number of days, and nothing else (issue, 7)', async () => {
    await keep(31, 29.9, 30.1, 0, 400);
    expect(await retention().prune(30)).toBe(3);
    expect(await kept()).toEqual(['29.9', '0']);
  });

  it('removes rows in batches, also if the last one is not full', async () => {
    const rows = Array.from(
      { length: 2_500 },
      () => `('a', 'finished', '{}', '{}', '', 'b', '{}', '2001-01-01 00:00:00')`,
    );
    await depot.database.write(
      `insert into action_logs (name, status, original, changes, exception, batch_id, meta, created_at) values ${rows.join()}`,
    );
    await keep(1);
    let removed = 0;
    const statements = await depot.statements(
      async () => void (removed = await retention().prune(30)),
    );
    expect([removed, statements.filter((sql) => sql.startsWith('delete')).length]).toEqual([
      2_500, 3,
    ]);
    expect(await kept()).toEqual(['1']);
  });

  it('stops between two batches when the service stops', async () => {
    await keep(100);
    expect(await retention().prune(30, AbortSignal.abort())).toBe(0);
  });

  it('runs in the background by logs.keepDays once the service listens', async () => {
    await keep(31, 1);
    await depot.app.listen(0, '127.0.0.1');
    await depot.app.get(RetentionSchedule, { strict: false }).settle();
    expect(await kept()).toEqual(['1']);
  });

  it('runs as logs prune, with the days given or those of the option', async () => {
    const prune = async (...words: string[]) =>
      runCommand(['logs', 'prune', ...words], { app: depot.app });
    await keep(31, 8, 1);
    expect(await prune()).toMatchObject({
      code: 0,
      stdout: 'Removed 1 row older than 30 days from the action log.\n',
    });
    expect(await prune('7', '--json')).toMatchObject({
      code: 0,
      stdout: '{\n  "removed": 1,\n  "days": 7\n}\n',
    });
    expect(await kept()).toEqual(['1']);
  });

  it.each([['x'], ['0'], ['1.5']])('the command rejects %s days', async (days) => {
    expect(await runCommand(['logs', 'prune', days], { app: depot.app })).toEqual({
      code: 2,
      stdout: '',
      stderr: `"${days}" is not allowed for the argument <days>. It must be a whole number from 1.\n`,
    });
  });

  it('the command counts rows in a terminal', async () => {
    await keep(31);
    const { stderr } = await runCommand(['logs', 'prune'], { app: depot.app, isTTY: true });
    expect(stderr).toContain('Rows removed: 1');
  });
});

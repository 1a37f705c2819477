import { RecordImages } from '../../../src/modules/records/writing/record-images.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
  await demo.tokenOf('admin');
  const fails = () => {
    throw new Error('The disk is full.');
  };
  jest.spyOn(demo.provider(RecordImages), 'discard').mockImplementation(fails);
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterAll(async () => {
  jest.restoreAllMocks();
  await demo.close();
});

const countOf = async (table: string): Promise<number> =>
  Number((await demo.database.query(`select count(*) from ${table}`))[0]![0]);
const counts = () =>
  Promise.all(['posts', 'comments', 'taggables', 'idempotency_keys'].map(countOf));

/** Runs purge-posts over all posts, and returns the status and the log rows that the run left. */
async function run(headers: Readonly<Record<string, string>>) {
  const [last] = await demo.database.query('select max(id) from action_logs');
  const { status } = await demo
    .client('admin')
    .with(headers)
    .send('POST', '/posts/actions?action=purge-posts', { repositories: 'all' });
  const rows = await demo.database.query(
    'select name, status, exception, actionable_id from action_logs where id > ?',
    [last![0]],
  );
  return { status, rows };
}

const failed = [['purge-posts', 'failed', 'The disk is full.', null]];

describe('A run whose handler fails (C8.2, C13)', () => {
  it.each<Readonly<Record<string, string>>>([
    {},
    { Prefer: 'max-affected=99999' },
    { 'Idempotency-Key': 'fails' },
    { 'Idempotency-Key': 'fails-bounded', Prefer: 'max-affected=99999' },
  ])('leaves one failed row with the headers %j', async (headers) => {
    const [posts, comments, taggables] = await counts();
    expect(await run(headers)).toEqual({ status: 500, rows: failed });
    expect((await counts()).slice(0, 3)).toEqual([posts, comments, taggables]);
  });

  it('leaves another row if the same key is sent again, since no response was stored', async () => {
    for (const _attempt of [1, 2])
      expect(await run({ 'Idempotency-Key': 'fails-again' })).toEqual({
        status: 500,
        rows: failed,
      });
  });

  it.each<Readonly<Record<string, string>>>([
    { Prefer: 'tx=rollback' },
    { Prefer: 'tx=rollback, max-affected=99999' },
    { Prefer: 'tx=rollback', 'Idempotency-Key': 'fails-dry' },
  ])('leaves no row with the headers %j', async (headers) => {
    const before = await counts();
    expect(await run(headers)).toEqual({ status: 500, rows: [] });
    expect(await counts()).toEqual(before);
  });

  it('leaves no row if max-affected allows fewer records', async () => {
    expect(await run({ Prefer: 'max-affected=1' })).toEqual({ status: 409, rows: [] });
  });
});

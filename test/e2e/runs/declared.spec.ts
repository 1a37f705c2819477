import type { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';
import { show, start, startDepot, useQueue } from './run-depot.js';

useQueue();
let depot: SackDepot;
beforeAll(async () => {
  depot = await startDepot();
});
beforeEach(async () => {
  await depot.database.write('delete from action_runs');
  await depot.fill(0);
  for (const id of [1, 2, 3])
    await depot.database.write('insert into grains (slug, label) values (?, ?)', [
      `g${id}`,
      `Sort ${id}`,
    ]);
});
afterAll(() => depot.stop());

describe('An action that is declared to run after its response', () => {
  it('does so for every request (C14.1)', async () => {
    depot.actions.work = (_request, grains) => grains.length;
    const { status, headers, body } = await depot.run('grains', 'dry-grains', {
      repositories: 'all',
    });
    expect([status, headers['preference-applied']]).toEqual([202, undefined]);
    await depot.test.workOffRuns();
    const run = (await show(depot, body.data.id)).body.data;
    expect(run).toMatchObject({ status: 'finished', processed: 3, result: { data: [2, 1] } });
    expect(await depot.log()).toEqual([]);
  });

  it('does so for agents, who get the run (C14.1)', async () => {
    const tools = depot.tools('head');
    const { structuredContent } = await tools.call('grains-dry-grains-action-tool', {
      repositories: 'all',
    });
    expect(structuredContent).toMatchObject({ data: { status: 'queued', action: 'dry-grains' } });
    await depot.test.workOffRuns();
    const [row] = await depot.database.query('select status, request from action_runs');
    expect(row).toEqual(['finished', null]);
  });
});

describe('An action that is declared to run in its request', () => {
  it('ignores the preference (C14.1)', async () => {
    const { status, headers, body } = await start(depot, 'count-grains', {}, { path: 'grains' });
    expect([status, headers['preference-applied'], body]).toEqual([204, undefined, undefined]);
  });
});

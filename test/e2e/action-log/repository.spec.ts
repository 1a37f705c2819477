import { SackDepot, sackDeployment } from '../../support/depot-app/sacks/sack-depot.js';
import { OwnLogResource } from '../../support/depot-app/sacks/resources.js';
import { createApplication, ResourceOf, ActionLog } from '../../../src/index.js';

describe('logs.repository', () => {
  it("replaces the log's resource, in its own routes and in relations (spec, Action log resource)", async () => {
    const depot = await SackDepot.start({ logs: { repository: OwnLogResource } });
    await depot.fill(1);
    await depot.send('PATCH', 'sacks/1', { title: 'x' });
    const own = { what: 'Updated' };
    expect((await depot.send('GET', 'action_logs')).body.data[0].attributes).toEqual(own);
    const { data } = (await depot.send('GET', 'sacks/1?include=logs')).body;
    expect(data.relationships.logs[0].attributes).toEqual(own);
    await depot.stop();
  });

  it('fails the start if no module registers it', async () => {
    class Elsewhere extends ResourceOf(ActionLog) {}
    const app = await createApplication({
      ...sackDeployment('sqlite::memory:', { logs: { repository: Elsewhere } }),
      modules: sackDeployment('sqlite::memory:').modules,
    });
    await expect(app.init()).rejects.toThrow(
      'logs.repository: the option names Elsewhere, which no module registers; add it to `resources` of a @ResourceModule.',
    );
    await app.close();
  });
});

import { MillApp, millDeployment } from '../../support/mill-app/mill-app.js';
import { OwnLogResource } from '../../support/mill-app/resources.js';
import { createApplication, ResourceOf, ActionLog } from '../../../src/index.js';

describe('logs.repository', () => {
  it("replaces the log's resource, in its own routes and in relations (spec, Action log resource)", async () => {
    const mill = await MillApp.start({ logs: { repository: OwnLogResource } });
    await mill.fill(1);
    await mill.send('PATCH', 'sacks/1', { title: 'x' });
    const own = { what: 'Updated' };
    expect((await mill.send('GET', 'action_logs')).body.data[0].attributes).toEqual(own);
    const { data } = (await mill.send('GET', 'sacks/1?include=logs')).body;
    expect(data.relationships.logs[0].attributes).toEqual(own);
    await mill.stop();
  });

  it('fails the start if no module registers it', async () => {
    class Elsewhere extends ResourceOf(ActionLog) {}
    const app = await createApplication({
      ...millDeployment('sqlite::memory:', { logs: { repository: Elsewhere } }),
      modules: millDeployment('sqlite::memory:').modules,
    });
    await expect(app.init()).rejects.toThrow(
      'logs.repository: the option names Elsewhere, which no module registers; add it to `resources` of a @ResourceModule.',
    );
    await app.close();
  });
});

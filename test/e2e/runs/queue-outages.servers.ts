import { PrivateRedis } from '../../support/private-redis.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';
import { until } from '../../support/until.js';
import { show, start } from './run-depot.js';

let redis: PrivateRedis;
let depot: SackDepot;
beforeAll(async () => {
  redis = await PrivateRedis.start();
  depot = await SackDepot.start({ runs: { poll: 50 }, redis: { url: redis.url() } });
  await depot.app.listen(0, '127.0.0.1');
  await depot.fill(8);
});
afterAll(async () => {
  await depot.stop();
  await redis.remove();
});

async function expectFinished(): Promise<void> {
  const { id } = (await start(depot, 'grind-sacks')).body.data;
  await until(async () => (await show(depot, id)).body.data.status === 'finished');
}

describe('Runs whose queue goes away', () => {
  it('go on by the database alone, and by the queue when it is back (C14.4)', async () => {
    await expectFinished();
    const added = () => redis.run((client) => client.keys('*queue*'));
    expect((await added()).length).toBeGreaterThan(0);
    await redis.stop();
    await expectFinished();
    await expectFinished();
    await redis.start();
    await until(async () => {
      await expectFinished();
      return (await added()).length > 0;
    });
  });
});

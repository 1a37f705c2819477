import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { Page } from '../../support/pages/page.js';

const { text } = Page.guide('metrics');
const described = [...text.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name!);

describe('docs/guide/metrics.md (issue 8, 9)', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
    await demo.app.listen(0, '127.0.0.1');
  });
  afterAll(() => demo.close());

  const measured = async (app = demo.app) => {
    const { body } = await app.inject({ method: 'GET', url: '/metrics' });
    return [...body.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name!);
  };
  const isNodes = (name: string) => /^(?:nodejs|process)_/.test(name);

  it('describes every metric of the service, and no other', async () => {
    const withRedis = await startNode(demo, { redis: { url: 'redis://127.0.0.1:1' } });
    const names = await measured(withRedis).finally(() => withRedis.close());
    expect([...described].sort()).toEqual(names.filter((name) => !isNodes(name)).sort());
    expect(described).toEqual(expect.arrayContaining(['redis_available', 'redis_failures_total']));
  });

  it('names existing metrics of Node', async () => {
    const named = [...text.matchAll(/`((?:nodejs|process)_\w+)`/g)].map(([, name]) => name!);
    expect(named).toHaveLength(3);
    expect(await measured()).toEqual(expect.arrayContaining(named));
  });
});

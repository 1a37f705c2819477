import { startDemo, type DemoApp } from '../../support/demo-app.js';
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

  const measured = async () => {
    const { body } = await demo.app.inject({ method: 'GET', url: '/metrics' });
    return [...body.matchAll(/^# HELP (\w+)/gm)].map(([, name]) => name!);
  };
  const isNodes = (name: string) => /^(?:nodejs|process)_/.test(name);

  it('describes every metric of the service, and no other', async () => {
    expect([...described].sort()).toEqual(
      (await measured()).filter((name) => !isNodes(name)).sort(),
    );
  });

  it('names existing metrics of Node', async () => {
    const named = [...text.matchAll(/`((?:nodejs|process)_\w+)`/g)].map(([, name]) => name!);
    expect(named).toHaveLength(3);
    expect(await measured()).toEqual(expect.arrayContaining(named));
  });
});

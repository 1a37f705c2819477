import { existsSync, readFileSync } from 'node:fs';
import { asksForTelemetry } from '../../../src/addons/telemetry/telemetry-settings.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { Page } from '../../support/pages/page.js';
import { exportedMetrics } from '../telemetry/exported-metrics.js';
import { ObservedDemo } from '../telemetry/observed-demo.js';

const page = Page.guide('metrics');
const [text = '', traces = '', log = ''] = page.text.split(/^## .*$/m);
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

  it('names folders that exist', () => {
    const folders = [...text.matchAll(/`(deploy\/\w+)`/g)].map(([, folder]) => folder!);
    expect(folders).toEqual(['deploy/prometheus', 'deploy/grafana']);
    for (const folder of folders) expect(existsSync(folder)).toBe(true);
  });

  it('installs the optional packages, and sets variables that ask for traces', () => {
    const { code } = page.blocks[0]!;
    const [install = '', start = ''] = code.trim().split('\n');
    const { peerDependencies, devDependencies } = JSON.parse(
      readFileSync('package.json', 'utf8'),
    ) as Record<'peerDependencies' | 'devDependencies', Record<string, string>>;
    const [api, sdk] = ['@opentelemetry/api', '@opentelemetry/sdk-node'] as const;
    expect(install).toBe(`npm install ${api} ${sdk}@${devDependencies[sdk]!.replace(/\.0$/, '')}`);
    for (const name of [api, sdk]) expect(peerDependencies[name]).toBeDefined();
    const variables = [...start.matchAll(/(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
    expect(asksForTelemetry(Object.fromEntries(variables) as Record<string, string>)).toBe(true);
  });

  it('lists the exported metrics', async () => {
    const listed = [...traces.matchAll(/`((?:http|db|resource_api)\.[\w.]+)`/g)];
    expect(listed.map(([, name]) => name)).toEqual(exportedMetrics);
  });

  it('lists the members of a line in the log', async () => {
    const observed = await ObservedDemo.start({ logStatements: true });
    const traceparent = `00-${'1'.repeat(32)}-${'2'.repeat(16)}-01`;
    const response = await observed.fetch('/api/users/1', { headers: { traceparent } });
    const { level, time, event, ...line } = await observed.lineOf(response);
    await observed.close();
    expect([level, event, typeof time]).toEqual(['info', 'request', 'string']);
    const rows = [...log.matchAll(/^\| (`.*?`) \|/gm)].map(([, cell]) => cell!.replaceAll('`', ''));
    expect(rows.flatMap((cell) => cell.split(', '))).toEqual(Object.keys(line));
  });
});

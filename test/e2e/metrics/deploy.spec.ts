import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { parse } from 'yaml';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

const read = (path: string): string => readFileSync(join('deploy', path), 'utf8');

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly description?: string;
  readonly datasource?: { readonly uid: string };
  readonly gridPos: {
    readonly x: number;
    readonly y: number;
    readonly w: number;
    readonly h: number;
  };
  readonly targets?: readonly {
    readonly refId: string;
    readonly expr: string;
    readonly legendFormat: string;
    readonly datasource: { readonly uid: string };
  }[];
}

interface Dashboard {
  readonly uid: string;
  readonly title: string;
  readonly schemaVersion: number;
  readonly templating: {
    readonly list: readonly {
      readonly name: string;
      readonly type: string;
      readonly query: unknown;
    }[];
  };
  readonly panels: readonly Panel[];
}

const { groups } = parse(read('prometheus/alerts.yml')) as {
  readonly groups: readonly { readonly name: string; readonly rules: readonly Rule[] }[];
};
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(read('grafana/resource-api.json')) as Dashboard;
const charts = dashboard.panels.filter(({ type }) => type !== 'row');

/** The values of each label of a metric. */
type Labels = ReadonlyMap<string, ReadonlySet<string>>;

/** A condition on a label: `status=~"5.."`. */
interface Matcher {
  readonly label: string;
  readonly operator: string;
  readonly value: string;
}

interface Selector {
  readonly metric: string;
  readonly matchers: readonly Matcher[];
}

interface Query {
  readonly selectors: readonly Selector[];
  /** The labels of `by (...)` and the like. */
  readonly grouping: readonly string[];
}

/** Parses PromQL. @throws Error for a query that is not valid */
function parseQuery(expression: string): Query {
  const query = expression.replaceAll('$__rate_interval', '5m');
  const selectors: { metric: string; matchers: Matcher[] }[] = [];
  const grouping: string[] = [];
  parser.parse(query).iterate({
    enter({ name, from, to, node, type }) {
      const text = query.slice(from, to);
      if (type.isError) throw new Error(`"${expression}" is not valid at position ${from}.`);
      if (name === 'VectorSelector') selectors.push({ metric: '', matchers: [] });
      if (name === 'Identifier') Object.assign(selectors.at(-1)!, { metric: text });
      if (name === 'LabelName' && node.parent?.name === 'GroupingLabels') grouping.push(text);
      if (name === 'UnquotedLabelMatcher') {
        const [, label, operator, value] = /^(\w+)\s*(=~|!~|!=|=)\s*"(.*)"$/.exec(text)!;
        selectors.at(-1)!.matchers.push({ label: label!, operator: operator!, value: value! });
      }
    },
  });
  return { selectors, grouping };
}

/** Labels that Prometheus adds to every metric that it reads. */
const ADDED = ['job', 'instance'];

describe('the files for Prometheus and Grafana', () => {
  let demo: DemoApp;
  const metrics = new Map<string, Map<string, Set<string>>>([['up', new Map()]]);
  beforeAll(async () => {
    demo = await startDemo();
    // The metrics of the process are there once the service listens.
    await demo.app.listen(0, '127.0.0.1');
    await demo.get('/users/1?include=posts');
    await demo.get('/users/1', null);
    const body = { repositories: 'all' };
    await demo.send('/posts/actions?action=publish-posts', { method: 'POST', body });
    const { body: text } = await demo.app.inject({ method: 'GET', url: '/metrics' });
    for (const [, metric, labels = ''] of text.matchAll(/^([a-z]\w+)(?:\{(.*)\})? \S+$/gm)) {
      const known = metrics.get(metric!) ?? new Map<string, Set<string>>();
      metrics.set(metric!, known);
      for (const [, label, value] of labels.matchAll(/(\w+)="([^"]*)"/g))
        known.set(label!, (known.get(label!) ?? new Set()).add(value!));
    }
    for (const labels of metrics.values())
      for (const label of ADDED) labels.set(label, new Set(['resource-api']));
  });
  afterAll(() => demo.close());

  const labelsOf = (metric: string): Labels | undefined => metrics.get(metric);

  /** Returns what a query names that the service does not export. */
  function faultsIn(expression: string): readonly string[] {
    const { selectors, grouping } = parseQuery(expression);
    const unknown = selectors.filter(({ metric }) => !labelsOf(metric)).map(({ metric }) => metric);
    const labels = selectors.flatMap(({ metric, matchers }) =>
      matchers
        .filter(({ label, operator, value }) => {
          const values = labelsOf(metric)?.get(label);
          return !values || (operator === '=' && !values.has(value));
        })
        .map(({ label, value }) => `${metric}{${label}="${value}"}`),
    );
    const grouped = grouping.filter((label) =>
      selectors.every(({ metric }) => !labelsOf(metric)?.has(label)),
    );
    return [...unknown, ...labels, ...grouped];
  }

  it('would be reported if they named what the service does not export', () => {
    expect(faultsIn('http_requests_totals')).toEqual(['http_requests_totals']);
    expect(faultsIn('http_requests_total{code="200"}')).toEqual([
      'http_requests_total{code="200"}',
    ]);
    expect(faultsIn('database_connections{state="free"}')).toHaveLength(1);
    expect(faultsIn('sum by (path) (http_requests_total)')).toEqual(['path']);
    expect(() => faultsIn('sum by (job (http_requests_total)')).toThrow('is not valid');
  });

  it.each(rules.map((rule) => [rule.alert, rule] as const))(
    'alert on metrics and labels of the service: %s',
    (_name, { expr, labels, annotations }) => {
      expect(faultsIn(expr)).toEqual([]);
      expect(['warning', 'critical']).toContain(labels.severity);
      expect(annotations.summary).toMatch(/\S\.$/);
      expect(annotations.description).toMatch(/\S\.$/);
      const { selectors } = parseQuery(expr);
      for (const { matchers } of selectors)
        expect(matchers).toContainEqual({ label: 'job', operator: '=', value: 'resource-api' });
    },
  );

  it.each(charts.map((panel) => [panel.title, panel] as const))(
    'draw metrics and labels of the service: %s',
    (_name, { targets = [], description }) => {
      expect(description).toMatch(/\S\.$/);
      expect(targets.length).toBeGreaterThan(0);
      for (const { expr, legendFormat } of targets) {
        expect(faultsIn(expr)).toEqual([]);
        const { selectors, grouping } = parseQuery(expr);
        for (const { metric, matchers } of selectors) {
          const chosen = matchers.map(({ label, value }) => `${label}=${value}`);
          expect(chosen).toEqual(expect.arrayContaining(['job=$job', 'instance=$instance']));
          for (const [, label] of legendFormat.matchAll(/\{\{(\w+)\}\}/g))
            expect([
              ...grouping,
              ...(grouping.length === 0 ? labelsOf(metric)!.keys() : []),
            ]).toContain(label);
        }
      }
    },
  );

  it('draw every metric of the service itself', () => {
    const drawn = charts.flatMap(({ targets = [] }) =>
      targets.flatMap(({ expr }) => parseQuery(expr).selectors.map(({ metric }) => metric)),
    );
    const own = [...metrics.keys()]
      .filter((name) => !/^(up|process_.*|nodejs_.*)$/.test(name))
      .map((name) => name.replace(/_(bucket|sum|count)$/, ''));
    for (const name of new Set(own))
      expect(drawn.some((each) => each.replace(/_(bucket|sum|count)$/, '') === name)).toBe(true);
  });

  it('have one id per panel, data sources by variable, and no panels that overlap', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { datasource, targets = [] } of charts)
      for (const { uid } of [datasource!, ...targets.map((target) => target.datasource)])
        expect(uid).toBe('${datasource}');
    for (const [at, { gridPos: one, title }] of panels.entries()) {
      expect([title, one.x + one.w <= 24]).toEqual([title, true]);
      for (const { gridPos: other } of panels.slice(at + 1)) {
        const overlaps =
          one.x < other.x + other.w &&
          other.x < one.x + one.w &&
          one.y < other.y + other.h &&
          other.y < one.y + one.h;
        expect([title, overlaps]).toEqual([title, false]);
      }
    }
    for (const { targets = [] } of charts)
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
  });

  it('declare the variables that the dashboard uses', () => {
    const names = dashboard.templating.list.map(({ name }) => name);
    const used = read('grafana/resource-api.json').matchAll(/\$\{?([a-z]\w*)/g);
    expect([...new Set([...used].map(([, name]) => name))].sort()).toEqual([...names].sort());
  });

  it('read the path of the metrics, and the rules', () => {
    const configuration = parse(read('prometheus/prometheus.yml')) as {
      readonly rule_files: readonly string[];
      readonly scrape_configs: readonly {
        readonly job_name: string;
        readonly metrics_path: string;
      }[];
    };
    expect(configuration.rule_files).toEqual(['alerts.yml']);
    expect(configuration.scrape_configs).toMatchObject([
      { job_name: 'resource-api', metrics_path: '/metrics' },
    ]);
  });
});

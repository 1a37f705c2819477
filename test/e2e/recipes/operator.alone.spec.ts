import { readFileSync } from 'node:fs';
import type * as Conditions from '../../../src/pipeline/authorization/match-condition.js';
import type * as Operators from '../../../src/pipeline/request/match-operators.js';
import type * as Demo from '../../support/demo-app.js';
import type * as Agents from '../tools/agent.js';
import { resolveReferences } from '../../support/document/resolve-references.js';

const guide = readFileSync('docs/guide/querying.md', 'utf8');
const [, sentence = ''] = /^The operators are ([^.]+)\./m.exec(guide) ?? [];
const { matchOperators } = jest.requireActual<typeof Operators>(
  '../../../src/pipeline/request/match-operators.js',
);
const names = Object.keys(matchOperators);

type ConditionOf = (typeof Conditions.conditionByOperator)['like'];
/** What a new operator means. */
const startsWith: ConditionOf = ({ value }, _type, column) => ({
  kind: 'holds',
  column,
  place: 'start',
  text: value,
});

describe('A new filter operator (issue 18, 8)', () => {
  let demo: Demo.DemoApp;
  let agent: Agents.Agent;

  beforeAll(async () => {
    jest.resetModules();
    const operators = await import('../../../src/pipeline/request/match-operators.js');
    const conditions = await import('../../../src/pipeline/authorization/match-condition.js');
    const row = { types: ['text'], takesList: false };
    Object.assign(operators.matchOperators, { 'starts-with': row });
    Object.assign(conditions.conditionByOperator, { 'starts-with': startsWith });
    const { startDemo } = await import('../../support/demo-app.js');
    const { Agent } = await import('../tools/agent.js');
    demo = await startDemo();
    agent = new Agent(demo, 'admin');
  });
  afterAll(() => demo.close());

  const namesOf = ({ data }: { data: { attributes: { name: string } }[] }) =>
    data.map(({ attributes }) => attributes.name);

  it('filters over HTTP, for the types that have it (C5.6)', async () => {
    const all = namesOf((await demo.get<any>('/companies?perPage=100')).body);
    const wanted = all[0]!.slice(0, 3);
    const found = await demo.get<any>(`/companies?filter[name][starts-with]=${wanted}&perPage=100`);
    expect(namesOf(found.body)).toEqual(all.filter((name) => name.startsWith(wanted)));
    const refused = await demo.get<any>('/users?filter[age][starts-with]=3');
    expect(refused.status).toBe(400);
    const unknown = await demo.get<any>('/companies?filter[name][ends-with]=a');
    expect(JSON.stringify(unknown.body.errors)).toContain('nin, like, starts-with.');
  });

  it('filters for agents, with one value', async () => {
    const list = (value: unknown) =>
      agent.call('users-index-tool', { filter: { name: { 'starts-with': value } } });
    expect((await list('A')).isError).toBeUndefined();
    const refused = await list(['A', 'B']);
    expect([refused.isError, refused.content[0]!.text]).toEqual([
      true,
      expect.stringContaining('One value is allowed'),
    ]);
  });

  it('is described in the OpenAPI document and the tools, like all others', async () => {
    const document = (await demo.app.inject('/docs/openapi.json')).json();
    const { parameters } = resolveReferences(document, document.components);
    const described = Object.values<any>(parameters)
      .filter(({ name }) => name === 'filter[name]')
      .map(({ schema }) => JSON.stringify(schema));
    const tools = JSON.stringify(await agent.tools());
    expect(described.length).toBeGreaterThan(0);
    for (const name of [...names, 'starts-with'])
      expect(described.some((schema) => schema.includes(`"${name}"`))).toBe(true);
    expect(tools).toContain(`{${[...names, 'starts-with'].join('|')}: value}`);
  });

  it.each(names)('is in the guide, as %s', (name) => {
    expect(sentence).toContain(`\`${name}\``);
  });
});

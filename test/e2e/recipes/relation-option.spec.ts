import type { RelationOptions } from '../../../src/definition/contracts/options.js';
import { relationKinds } from '../../../src/registry/compile/relation-kinds.js';
import { ResourceRegistry } from '../../../src/registry/resources/resource-registry.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { Agent, type ListedTool } from '../tools/agent.js';

/** A resource as `/_schema` describes it to its caller. */
interface Described {
  readonly key: string;
  readonly sorts: readonly string[];
  readonly searches: readonly string[];
  readonly relations: readonly {
    readonly key: string;
    readonly pivots: readonly {
      readonly name: string;
      readonly writable: boolean;
      readonly schema: object;
    }[];
    readonly attach: boolean;
  }[];
}

/** The options that decide what a caller may send. The tests below have their names. */
const described = ['searchable', 'sortable', 'withPivot', 'validationCallback', 'canAttach'];
/** The options that decide only what happens then. */
const others = [
  ...['columns', 'through', 'morph', 'unique', 'canDetach', 'messages'],
  ...['attachCallback', 'detachCallback'],
];

let demo: DemoApp;
let resources: readonly Described[];
let tools: ReadonlyMap<string, ListedTool>;
let document: Record<string, any>;

beforeAll(async () => {
  demo = await startDemo();
  resources = (await demo.get<{ data: readonly Described[] }>('/_schema')).body.data;
  const listed = await new Agent(demo, 'admin').tools();
  tools = new Map(listed.map((tool) => [tool.name, tool]));
  document = (await demo.app.inject('/docs/openapi.json')).json();
});
afterAll(() => demo?.close());

const resolved = (value: any): any =>
  value.$ref
    ? value.$ref
        .split('/')
        .slice(1)
        .reduce((at: any, name: string) => at[name], document)
    : value;
const parameterOf = (path: string, name: string): string =>
  JSON.stringify(
    document.paths[`/api/${path}`].get.parameters
      .map(resolved)
      .find((each: any) => each.name === name),
  );
const argumentOf = (tool: string, name: string): string =>
  JSON.stringify(tools.get(tool)!.inputSchema.properties[name]);
const catalogueOf = async (key: string) => (await demo.get<any>(`/${key}/filters`)).body.data;

/** The relations of the demo whose declaration has the option. */
const relationsWith = (option: keyof RelationOptions) =>
  demo.app
    .get(ResourceRegistry)
    .resources.flatMap(({ key, relations }) =>
      [...relations.values()].flatMap((relation) =>
        relation.form === 'relation' && relation.options[option] !== undefined
          ? [{ resource: key, relation }]
          : [],
      ),
    );
const describedOf = (described: readonly Described[], resource: string, relation: string) =>
  described.find(({ key }) => key === resource)?.relations.find((each) => each.key === relation);

/** The body of an attachment as OpenAPI describes it. */
function attachBody(resource: string, relation: string): Record<string, any> {
  const { requestBody } = document.paths[`/api/${resource}/{id}/attach/${relation}`].post;
  return resolved(resolved(requestBody).content['application/json'].schema).properties;
}

describe('A new relation option (issue 36, 4)', () => {
  it('is one of those that decide what a caller may send, or of the others', () => {
    const names = new Set(Object.values(relationKinds).flatMap(({ options }) => options));
    expect([...names].sort()).toEqual([...described, ...others].sort());
  });

  it.each([
    ['sortable', 'sorts', 'sort', 'sortables'],
    ['searchable', 'searches', 'search', 'searchables'],
  ] as const)(
    'is described in all places, as %s is: _schema, OpenAPI, tools and /filters (C5.7, C17.1)',
    async (option, member, parameter, catalogued) => {
      const having = relationsWith(option);
      const offered = having
        .map(({ resource }) => resource)
        .filter((key) => tools.has(`${key}-index-tool`));
      expect(offered.length).toBeGreaterThan(1);
      for (const { resource, relation } of having) {
        const catalogue = await catalogueOf(resource);
        const columns = relation.options[option]!;
        const names =
          typeof columns === 'function'
            ? [relation.key]
            : columns.map((column) => `${relation.key}.${column}`);
        for (const name of names) {
          expect(resources.find(({ key }) => key === resource)![member]).toContain(name);
          expect(parameterOf(resource, parameter)).toContain(name);
          if (offered.includes(resource))
            expect(argumentOf(`${resource}-index-tool`, parameter)).toContain(name);
          expect(catalogue[catalogued]).toContainEqual({ key: name });
        }
      }
    },
  );

  it('is described in all places, as withPivot is: _schema, OpenAPI and tools (C7.2, C17.1)', () => {
    const having = relationsWith('withPivot');
    expect(having.length).toBeGreaterThan(1);
    for (const { resource, relation } of having) {
      const names = relation.pivots.map(({ name }) => name);
      const shown = describedOf(resources, resource, relation.key)!;
      expect(shown.pivots.map(({ name }) => name)).toEqual(names);
      if (!shown.attach) continue;
      const sent = shown.pivots.filter(({ writable }) => writable).map(({ name }) => name);
      expect(Object.keys(attachBody(resource, relation.key))).toEqual(expect.arrayContaining(sent));
      const { properties } = tools.get(`${resource}-attach-tool`)!.inputSchema;
      expect(Object.keys(properties)).toEqual(expect.arrayContaining([relation.key, ...sent]));
    }
  });

  it('is described in all places, as the rules of validationCallback are: _schema, OpenAPI and tools (C7.2, C17.1)', () => {
    const [{ resource, relation }] = relationsWith('validationCallback') as [
      ReturnType<typeof relationsWith>[number],
    ];
    const { pivots } = describedOf(resources, resource, relation.key)!;
    const schemas = [
      pivots.find(({ name }) => name === 'policy')!.schema,
      resolved(attachBody(resource, relation.key).policy),
      tools.get(`${resource}-attach-tool`)!.inputSchema.properties.policy,
    ];
    for (const schema of schemas) expect(JSON.stringify(schema)).toContain('"read","write","own"');
  });

  it('is described to each caller, as canAttach is (C5.9, C17.1)', async () => {
    const [{ resource, relation }] = relationsWith('canAttach') as [
      ReturnType<typeof relationsWith>[number],
    ];
    const asReader = (await demo.get<{ data: readonly Described[] }>('/_schema', 'reader')).body;
    expect(describedOf(resources, resource, relation.key)!.attach).toBe(true);
    expect(describedOf(asReader.data, resource, relation.key)!.attach).toBe(false);
  });
});

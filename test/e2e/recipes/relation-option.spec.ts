import { relationKinds } from '../../../src/registry/compile/relation-kinds.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { Agent, type ListedTool } from '../tools/agent.js';

/** A resource as `/_schema` describes it to its caller. */
interface Described {
  readonly key: string;
  readonly sorts: readonly string[];
  readonly searches: readonly string[];
  readonly relations: readonly {
    readonly key: string;
    readonly pivots: readonly { readonly name: string; readonly writable: boolean }[];
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
const namesOfRelations = (names: readonly string[]) => names.filter((name) => name.includes('.'));

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
    async (_option, member, parameter, catalogued) => {
      const having = resources.filter((each) => namesOfRelations(each[member]).length > 0);
      expect(having.length).toBeGreaterThan(1);
      for (const resource of having) {
        const catalogue = await catalogueOf(resource.key);
        for (const name of namesOfRelations(resource[member])) {
          expect(parameterOf(resource.key, parameter)).toContain(name);
          expect(argumentOf(`${resource.key}-index-tool`, parameter)).toContain(name);
          expect(catalogue[catalogued]).toContainEqual({ key: name });
        }
      }
    },
  );

  it('is described in all places, as withPivot, validationCallback and canAttach are: _schema, OpenAPI and tools (C7.2, C17.1)', () => {
    const found = resources.flatMap(({ key, relations }) =>
      relations.flatMap((relation) =>
        relation.attach
          ? relation.pivots
              .filter(({ writable }) => writable)
              .map(({ name }) => [key, relation.key, name] as const)
          : [],
      ),
    );
    expect(found.length).toBeGreaterThan(1);
    for (const [key, relation, pivot] of found) {
      const { requestBody } = document.paths[`/api/${key}/{id}/attach/${relation}`].post;
      const { schema } = resolved(requestBody).content['application/json'];
      const { properties } = tools.get(`${key}-attach-tool`)!.inputSchema;
      expect(Object.keys(resolved(schema).properties)).toContain(pivot);
      expect(Object.keys(properties)).toEqual(expect.arrayContaining([pivot, relation]));
    }
  });
});

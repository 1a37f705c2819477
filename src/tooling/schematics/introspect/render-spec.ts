import type { Layout } from './layout.js';
import type { EntityModel } from './model.js';
import type { Import, SourcePart } from './source-part.js';

/**
 * Returns the test of resources that nobody may use yet.
 *
 * @param runner the module that `describe` and `it` are imported from
 * @param deployment the path of the deployment
 */
export function renderSpec(
  name: string,
  entities: readonly EntityModel[],
  layout: Layout,
  { runner, deployment }: { readonly runner: string; readonly deployment: string },
): SourcePart {
  const rows = entities.map((entity) => `  ${rowOf(entity)},\n`);
  const imports: readonly Import[] = [
    { name: 'readEnvironment', from: 'resource-api' },
    ...['createTestApplication', 'policyTable', 'type TestApplication'].map((each) => ({
      name: each,
      from: 'resource-api/testing',
    })),
    ...['afterAll', 'beforeAll', 'describe', 'expect', 'it'].map((each) => ({
      name: each,
      from: runner,
    })),
    { name: 'deployment', from: deployment },
    ...entities.flatMap((entity) => importsOfRow(entity, layout)),
  ];
  return { imports, body: bodyOf(name, rows) };
}

/** The row of a resource in the list of its test. */
export function rowOf(entity: EntityModel): string {
  const { table, class: name } = entity.names;
  const record = canBeMade(entity) ? `() => test.factory(${name}).create()` : '() => undefined';
  return `['${table}', ${name}Resource, ${record}]`;
}

/** What the row of a resource needs. */
export const importsOfRow = (entity: EntityModel, layout: Layout): readonly Import[] => [
  ...(canBeMade(entity) ? [{ name: entity.names.class, from: layout.entity(entity) }] : []),
  { name: `${entity.names.class}Resource`, from: layout.resource(entity) },
];

const bodyOf = (
  name: string,
  rows: readonly string[],
): string => `const { modules, options } = deployment(readEnvironment({}));
const { authentication } = options;
let test: TestApplication;
let user: object;

/** Each resource, and how to make a record of it. */
const resources = [
${rows.join('')}] as const;

describe('${name}', () => {
  beforeAll(async () => {
    test = await createTestApplication({ modules, options: { authentication } });
    user = await test.factory(authentication.user.entity).create();
  });
  afterAll(() => test.close());

  it.each(resources)('%s require a token', async (key) => {
    expect(await test.anonymous.get(\`/\${key}\`)).toMatchObject({ status: 401 });
  });

  it.each(resources)('%s are denied until the policy allows them', async (key, resource, make) => {
    const record = await make();
    // List what the user may do: ['index', 'show']
    await policyTable(test, resource, [{ user, ...(record && { record }), may: [] }]);
    expect(await test.as(user).get(\`/\${key}\`)).toMatchObject({ status: 403 });
  });
});
`;

/** A factory cannot make a record that needs another one that needs it. */
function canBeMade(entity: EntityModel, path: readonly EntityModel[] = []): boolean {
  if (path.includes(entity)) return false;
  return entity.relations
    .filter(({ join, nullable }) => join !== null && !nullable)
    .every(({ target }) => canBeMade(target, [...path, entity]));
}

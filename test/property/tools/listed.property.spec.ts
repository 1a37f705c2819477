import fc from 'fast-check';
import { Agent, type ListedTool } from '../../e2e/tools/agent.js';
import { examples } from '../../support/examples.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

type Schema = Readonly<Record<string, any>>;

const EXAMPLES = examples(100);

let demo: DemoApp;
let agent: Agent;
let tools: readonly ListedTool[];
beforeAll(async () => {
  demo = await startDemo();
  agent = new Agent(demo, 'admin');
  tools = await agent.tools();
});
afterAll(() => demo?.close());

/** Values that match a schema, as far as types, members and bounds go. */
function valueOf(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.anyOf) return fc.oneof(...(schema.anyOf as Schema[]).map(valueOf));
  if (schema.enum) return fc.constantFrom(...(schema.enum as unknown[]));
  switch (schema.type) {
    case 'object':
      return objectOf(schema);
    case 'array':
      return fc.array(schema.items ? valueOf(schema.items as Schema) : fc.string(), {
        minLength: 1,
        maxLength: 2,
      });
    case 'integer':
      return fc.integer({ min: schema.minimum ?? 0, max: Math.min(schema.maximum ?? 9, 100_000) });
    case 'number':
      return fc.integer({ min: 0, max: 9 });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return fc.constantFrom('a', 'title', '1', '2024-02-29');
  }
}

const objectOf = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> =>
  fc.record(
    Object.fromEntries(
      Object.entries(properties as Record<string, Schema>).map(([name, each]) => [
        name,
        valueOf(each),
      ]),
    ),
    { requiredKeys: required as string[] },
  );

/** No record has it, so that the records stay unchanged. */
const NOBODY = 999_999;
const onNobody = (args: object): object => ({
  ...args,
  ...('id' in args && { id: NOBODY }),
  ...('repositories' in args && { repositories: [NOBODY] }),
});

/** Some of the members that a tool lists. */
const call = fc
  .nat()
  .chain((at) => {
    const tool = tools[at % tools.length]!;
    return fc.tuple(fc.constant(tool), objectOf(tool.inputSchema));
  })
  .map(([tool, args]) => [tool, onNobody(args)] as const);

const unknownArgument = /There is no argument|Unknown parameter/;

describe('The arguments of each tool', () => {
  it('are those that its schema lists: none of them is unknown, and none fails the service (mcp)', async () => {
    await fc.assert(
      fc.asyncProperty(call, async ([{ name }, args]) => {
        const { structuredContent } = await agent.call(name, args);
        expect([name, args, JSON.stringify(structuredContent)]).not.toEqual([
          name,
          args,
          expect.stringMatching(unknownArgument),
        ]);
        expect(structuredContent.code).not.toBe('server_error');
      }),
      EXAMPLES,
    );
  });

  it('are limited to those, at any depth that it closes (mcp)', async () => {
    await fc.assert(
      fc.asyncProperty(
        call,
        fc.string({ minLength: 1, maxLength: 8 }),
        async ([{ name, inputSchema }, args], other) => {
          fc.pre(!Object.hasOwn(inputSchema.properties as object, other) && other !== '__proto__');
          const { isError, structuredContent } = await agent.call(name, { ...args, [other]: 1 });
          expect([isError, structuredContent.code]).toEqual([true, 'validation_failed']);
          const listed = Object.keys(inputSchema.properties as object).join(', ');
          expect(JSON.stringify(structuredContent.errors)).toContain(
            `Allowed: ${listed === '' ? 'none' : listed}.`,
          );
        },
      ),
      EXAMPLES,
    );
  });
});

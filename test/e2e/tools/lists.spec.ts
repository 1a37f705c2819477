import { Ajv2020 } from 'ajv/dist/2020.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { Agent, type ListedTool } from './agent.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

const everybody = [
  'posts-attach-tool',
  'posts-delete-tool',
  'posts-detach-tool',
  'posts-import-posts-action-tool',
  'posts-index-tool',
  'posts-publish-post-action-tool',
  'posts-publish-posts-action-tool',
  'posts-show-tool',
  'posts-store-tool',
  'posts-sync-tool',
  'posts-update-tool',
  'tags-index-tool',
  'tags-show-tool',
  'users-index-tool',
  'users-profile-tool',
  'users-show-tool',
  'users-update-tool',
];
const adminsAlone = [
  'posts-purge-posts-action-tool',
  'users-attach-tool',
  'users-deactivate-users-action-tool',
  'users-delete-tool',
  'users-detach-tool',
  'users-reactivate-user-action-tool',
  'users-store-tool',
  'users-sync-tool',
];

describe('The list of tools', () => {
  it.each(['reader', 'author', 'editor'] as const)(
    'contains the tools of a definition that the %s may call, in the order of the names (C11.1, C11.2)',
    async (account) => {
      expect(await new Agent(demo, account).names()).toEqual(everybody);
    },
  );

  it('contains for an admin the tools for admins, too (C11.2)', async () => {
    expect(await new Agent(demo, 'admin').names()).toEqual([...everybody, ...adminsAlone].sort());
  });

  it('has all four annotations, a title and a description on each tool (C11.1)', async () => {
    for (const tool of await new Agent(demo, 'admin').tools()) {
      const { title, ...hints } = tool.annotations;
      expect([tool.title, tool.description.length > 5]).toEqual([title, true]);
      expect(Object.keys(hints).sort()).toEqual([
        'destructiveHint',
        'idempotentHint',
        'openWorldHint',
        'readOnlyHint',
      ]);
      expect(Object.values(hints).every((hint) => typeof hint === 'boolean')).toBe(true);
    }
  });

  it('reads destructiveHint and the description of an action from its definition (C6.1)', async () => {
    const tools = await new Agent(demo, 'admin').tools();
    const of = (name: string) => tools.find((tool) => tool.name === name)!;
    expect(of('posts-purge-posts-action-tool').annotations.destructiveHint).toBe(true);
    expect(of('posts-publish-posts-action-tool').annotations.destructiveHint).toBe(false);
    const { body } = await demo.get<{ data: { uriKey: string; description: string }[] }>(
      '/posts/actions',
    );
    const description = body.data.find(({ uriKey }) => uriKey === 'purge-posts')!.description;
    expect(of('posts-purge-posts-action-tool').description).toBe(description);
  });

  it('is paged by a cursor, and rejects a malformed one (C11.1)', async () => {
    const agent = new Agent(demo, 'admin');
    const all = await agent.names();
    const cursor = Buffer.from(JSON.stringify(['tags-show-tool'])).toString('base64url');
    const { result } = await agent.send<{ tools: ListedTool[] }>('tools/list', { cursor });
    expect(result.tools.map(({ name }) => name)).toEqual(
      all.filter((name) => name > 'tags-show-tool'),
    );
    const { error } = await agent.send('tools/list', { cursor: 'nonsense' });
    expect(error?.code).toBe(-32602);
  });
});

describe('The schema of each tool', () => {
  /** Every schema inside a schema, and its place. */
  function* schemasIn(
    schema: unknown,
    path: string,
  ): Iterable<readonly [string, Record<string, any>]> {
    expect([path, typeof schema]).toEqual([path, 'object']);
    const it = schema as Record<string, any>;
    yield [path, it];
    for (const [name, each] of Object.entries(it.properties ?? {}))
      yield* schemasIn(each, `${path}.${name}`);
    if (it.items !== undefined) yield* schemasIn(it.items, `${path}[]`);
    for (const each of [...(it.anyOf ?? []), ...(it.allOf ?? [])]) yield* schemasIn(each, path);
  }

  it('is an object, closed, without keywords that clients reject (C11.1)', async () => {
    for (const { name, inputSchema } of await new Agent(demo, 'admin').tools()) {
      expect([name, inputSchema.type, inputSchema.additionalProperties]).toEqual([
        name,
        'object',
        false,
      ]);
      expect([inputSchema.anyOf, inputSchema.allOf, inputSchema.oneOf]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      for (const [path, schema] of schemasIn(inputSchema, name)) {
        expect([path, Array.isArray(schema.type), schema.$ref]).toEqual([path, false, undefined]);
        if (schema.properties) expect([path, schema.additionalProperties]).toEqual([path, false]);
        for (const property of Object.keys(schema.properties ?? {}))
          expect(property).toMatch(/^[a-zA-Z0-9_.-]{1,64}$/);
      }
    }
  });

  it('follows the draft 2020-12 (C11.1)', async () => {
    const ajv = new Ajv2020({ strict: false, validateFormats: false });
    for (const { inputSchema } of await new Agent(demo, 'admin').tools())
      expect(ajv.validateSchema(inputSchema)).toBe(true);
  });

  it('describes the query language on index and show (C5.1)', async () => {
    const tools = await new Agent(demo, 'reader').tools();
    const propertiesOf = (name: string) =>
      tools.find((tool) => tool.name === name)!.inputSchema.properties as Record<string, any>;
    const index = Object.keys(propertiesOf('posts-index-tool'));
    expect(index).toEqual(
      expect.arrayContaining([
        ...[
          'include',
          'fields',
          'relatablePerPage',
          'page',
          'perPage',
          'cursor',
          'count',
          'sort',
          'search',
        ],
        ...['status', '-status', 'published_at', 'filter', 'filters'],
      ]),
    );
    expect(propertiesOf('posts-index-tool').include.description).toContain(
      'user,comments,tags,image,logs',
    );
    expect(propertiesOf('posts-index-tool').filters.items.properties.key.enum).toEqual([
      'published-between',
    ]);
    const shaping = ['fields', 'filter', 'include', 'more', 'related', 'relatablePerPage', 'sort'];
    expect(Object.keys(propertiesOf('posts-show-tool')).sort()).toEqual(['id', ...shaping].sort());
    for (const name of ['posts-store-tool', 'posts-update-tool', 'users-profile-tool'])
      expect(Object.keys(propertiesOf(name))).toEqual(expect.arrayContaining(shaping));
    for (const name of [
      'posts-index-tool',
      'posts-show-tool',
      'posts-store-tool',
      'posts-update-tool',
    ])
      for (const argument of shaping) {
        const { description, anyOf = [{}] } = propertiesOf(name)[argument];
        expect([name, argument, description ?? anyOf[0].description]).toEqual([
          name,
          argument,
          expect.any(String),
        ]);
      }
  });

  it.each([
    ['posts', { type: 'string', pattern: String.raw`^(0|-?[1-9]\d{0,18})$` }],
    ['tags', { type: 'string', minLength: 1, maxLength: 255 }],
  ])('describes a key of %s as strings of its column and integers (C1.3)', async (key, string) => {
    const tools = await new Agent(demo, 'reader').tools();
    const { id } = tools.find(({ name }) => name === `${key}-show-tool`)!.inputSchema.properties;
    expect(id).toEqual({
      description: `The key of a record of ${key}.`,
      anyOf: [string, { type: 'integer' }],
    });
  });

  it('is short enough in total for a model to read (mcp)', async () => {
    expect(JSON.stringify(await new Agent(demo, 'admin').tools()).length).toBeLessThan(50_000);
  });

  it('contains the fields of a write that this user may write, and no others (C4.2)', async () => {
    const propertiesFor = async (account: 'admin' | 'author') => {
      const tools = await new Agent(demo, account).tools();
      return Object.keys(
        tools.find(({ name }) => name === 'posts-store-tool')!.inputSchema.properties as object,
      );
    };
    expect(await propertiesFor('admin')).toContain('user_id');
    expect(await propertiesFor('author')).not.toContain('user_id');
    expect(await propertiesFor('author')).not.toContain('created_at');
  });

  it('contains the rules of an action, in words where a schema cannot express them (C6.9)', async () => {
    const tools = await new Agent(demo, 'author').tools();
    const { inputSchema } = tools.find(({ name }) => name === 'posts-publish-post-action-tool')!;
    expect(inputSchema.required).toEqual(['id']);
    expect(inputSchema.properties.note).toEqual({
      anyOf: [{ type: 'string', maxLength: 500 }, { type: 'null' }],
    });
    expect(inputSchema.properties.notify).toEqual({ type: 'boolean' });
    expect(inputSchema.properties.publish_at.description).toMatch(/after now/);
    const importing = tools.find(
      ({ name }) => name === 'posts-import-posts-action-tool',
    )!.inputSchema;
    expect([importing.required, importing.properties.count]).toEqual([
      ['count'],
      { type: 'integer', minimum: 1, maximum: 500 },
    ]);
  });
});

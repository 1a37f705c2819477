import { Controller, Get, Module, Post } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { RouteOptions } from 'fastify';
import { createApplication, Public } from '../../../src/index.js';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import type {
  OpenApiDocument,
  MediaType,
  OperationObject,
  Schema,
} from '../../../src/addons/reference/openapi/document/open-api.js';
import { withEachError } from '../../../src/addons/reference/openapi/schemas/errors.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import {
  OUTSIDE_THE_API,
  validateAgainstDocument,
} from '../../support/document/validate-against-document.js';

const schemasOf = ({ components }: OpenApiDocument): any => components.schemas;

/** Follows a reference. */
const resolved = (document: OpenApiDocument, part: any): any =>
  '$ref' in part ? resolved(document, find(document, part.$ref)) : part;

describe('The OpenAPI document', () => {
  let demo: DemoApp;
  let document: OpenApiDocument;
  beforeAll(async () => {
    demo = await startDemo();
    document = await fetchDocument(demo);
  });
  afterAll(() => demo.close());

  it('is public, is JSON, and is the same for each request (C2.1)', async () => {
    const first = await demo.app.inject({ url: '/docs/openapi.json' });
    const second = await demo.app.inject({ url: '/docs/openapi.json' });
    expect([first.statusCode, first.headers['content-type']]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
    expect(second.body).toBe(first.body);
  });

  it('marks the rules that a pivot value has from its column', () => {
    const { policy, active } = schemasOf(document)['users.roles.patch'].properties;
    expect(resolved(document, policy)).toMatchObject({
      enum: ['read', 'write', 'own', null],
      'x-derived-rules': ['string', 'max:16'],
    });
    expect(active).not.toHaveProperty('x-derived-rules');
  });

  it('is sent once to a client that has it already', async () => {
    const { headers } = await demo.app.inject({ url: '/docs/openapi.json' });
    const again = await demo.app.inject({
      url: '/docs/openapi.json',
      headers: { 'if-none-match': String(headers.etag) },
    });
    expect([again.statusCode, again.body, headers['cache-control']]).toEqual([304, '', 'no-cache']);
  });

  it('contains a path for each resource, relation and action (C4, C5.1, C6, C7)', () => {
    const operations = Object.entries(document.paths).flatMap(([path, item]) =>
      Object.keys(item).map((method) => `${method} ${path}`),
    );
    expect(operations).toEqual(
      expect.arrayContaining([
        ...[
          'get /api/users',
          'post /api/users',
          'get /api/users/{id}',
          'put /api/users/{id}',
          'patch /api/users/{id}',
        ],
        ...[
          'post /api/users/{id}',
          'delete /api/users/{id}',
          'get /api/users/filters',
          'get /api/users/{id}/posts',
        ],
        ...['post /api/users/{id}/attach/roles', 'post /api/users/{id}/sync/roles'],
        ...['post /api/users/{id}/detach/roles', 'patch /api/users/{id}/roles/{related}'],
        ...['get /api/posts/actions', 'post /api/posts/actions', 'post /api/posts/{id}/actions'],
        ...['get /api/profile', 'post /api/profile', 'post /api/login', 'delete /api/tokens/{id}'],
      ]),
    );
    expect(actionsOf(document.paths['/api/posts/actions']!.post!)).toEqual([
      'publish-posts',
      'purge-posts',
      'import-posts',
    ]);
    expect(actionsOf(document.paths['/api/posts/{id}/actions']!.post!)).toEqual([
      'publish-post',
      'import-posts',
    ]);
  });

  it('describes attributes by their columns, and no hidden one (C1.6, C5.9)', () => {
    const { properties, additionalProperties } = schemasOf(document)['users.attributes'];
    expect(additionalProperties).toBe(false);
    expect(properties).toMatchObject({
      name: { type: 'string' },
      age: { type: ['integer', 'null'] },
      company_id: { type: ['string', 'null'] },
      created_at: { format: 'date-time' },
    });
    expect(Object.keys(properties)).not.toEqual(expect.arrayContaining(['password']));
    for (const hidden of ['suspended_at', 'is_admin', 'granted_by'])
      expect(JSON.stringify(document)).not.toContain(hidden);
  });

  it('nests relationships, with flags below a shown record and without them below a listed one (C3.3, C3.4)', () => {
    const { 'users.relationships-flagged': shown, 'users.relationships': listed } =
      schemasOf(document);
    expect(shown.properties.posts).toEqual({
      type: 'array',
      items: { $ref: '#/components/schemas/posts.related-flagged' },
    });
    expect(listed.properties.company).toEqual({
      anyOf: [{ $ref: '#/components/schemas/companies.related' }, { type: 'null' }],
    });
    expect(listed.properties.roles.items.properties.pivots).toEqual({
      $ref: '#/components/schemas/users.roles.pivots',
    });
    expect(schemasOf(document)['posts.related-flagged'].required).toContain('meta');
    expect(Object.keys(schemasOf(document)['posts.related'].properties)).not.toContain('meta');
    expect(listed.properties.stats).toEqual({ description: 'Any data.' });
  });

  it('describes payloads by their rules (C4.1, C6.1, C7.2)', () => {
    const schemas = schemasOf(document);
    expect(schemas['users.store']).toMatchObject({
      required: ['name', 'email', 'password'],
      properties: { name: { type: 'string', maxLength: 120 }, password: { minLength: 8 } },
    });
    expect(schemas['users.patch'].required).toBeUndefined();
    expect(resolved(document, schemas['posts.store'].properties.status).enum).toEqual([
      'draft',
      'published',
      'archived',
    ]);
    expect(resolved(document, schemas['users.roles.attach'].properties.policy).enum).toEqual([
      'read',
      'write',
      'own',
      null,
    ]);
    expect(schemas['posts.store'].properties.user.description).toBe(
      'Another name of `user_id`; if both are sent, they must agree.',
    );
    expect(schemas['posts.actions.import-posts.collection']).toMatchObject({
      required: ['count'],
      properties: { count: { type: 'integer', minimum: 1, maximum: 500 } },
    });
    expect(schemas['posts.actions.publish-posts.collection'].required).toEqual(['repositories']);
    expect(schemas['users.patch-form'].properties.avatar).toMatchObject({
      type: 'string',
      format: 'binary',
    });
  });

  it('has an example for each action, by its key (C6.2, C6.3)', () => {
    const examplesAt = (path: string) => {
      const { requestBody } = document.paths[path]!.post!;
      return Object.entries(requestBody!.content['application/json']!.examples!).map(
        ([key, { value }]) => [key, value],
      );
    };
    expect(examplesAt('/api/posts/actions')).toEqual([
      ['publish-posts', { repositories: ['1'] }],
      ['purge-posts', { repositories: ['1'] }],
      ['import-posts', { count: 1 }],
    ]);
    expect(examplesAt('/api/posts/{id}/actions')).toEqual([
      ['publish-post', { publish_at: '2030-01-31T12:00:00.000Z', notify: true, note: 'text' }],
      ['import-posts', { count: 1 }],
    ]);
  });

  const exampleOf = ({ schema, example }: MediaType) =>
    example ?? resolved(document, schema).examples[0];

  it('has bodies of links that can be sent as they are (C7.2)', () => {
    const example = (method: 'post' | 'patch', path: string) =>
      exampleOf(document.paths[path]![method]!.requestBody!.content['application/json']!);
    const roles = { roles: [{ id: '1', policy: 'read', active: true }] };
    expect(example('post', '/api/users/{id}/attach/roles')).toEqual(roles);
    expect(example('post', '/api/users/{id}/sync/roles')).toEqual(roles);
    expect(example('post', '/api/users/{id}/detach/roles')).toEqual({ roles: ['1'] });
    expect(example('patch', '/api/users/{id}/roles/{related}')).toEqual({
      policy: 'read',
      active: true,
    });
    expect(example('post', '/api/companies/{id}/attach/tags')).toEqual({ tags: ['1'] });
  });

  it('has bodies with what the service requires, even if some callers may not write it (C4.2)', () => {
    const contentOf = (method: 'post' | 'patch', path: string) =>
      document.paths[path]![method]!.requestBody!.content;
    const phone = contentOf('post', '/api/phones');
    expect(exampleOf(phone['application/json']!)).toEqual({ number: 'text', user_id: '1' });
    expect(phone['multipart/form-data']!.schema).toEqual(phone['application/json']!.schema);
    const title = { title: 'text' };
    expect(exampleOf(contentOf('patch', '/api/posts/{id}')['application/json']!)).toEqual(title);
    const listed = contentOf('post', '/api/posts/bulk')['application/json']!.schema as any;
    expect(exampleOf({ schema: listed.items })).toEqual({ ...title, status: 'draft' });
    expect(contentOf('post', '/api/posts/bulk/update')['application/json']!.example).toEqual([
      { id: '1', ...title },
    ]);
  });

  it('describes the one form of a key (C1.3)', () => {
    const uuid = {
      format: 'uuid',
      pattern: '^[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{4}-[0-9A-Fa-f]{12}$',
    };
    const number = { pattern: '^(0|-?[1-9]\\d{0,18})$' };
    const keyIn = (path: string) =>
      parametersOf(document, document.paths[path]!.get!).find(({ name }) => name === 'id');
    expect(keyIn('/api/companies/{id}')!.schema).toEqual({ type: 'string', ...uuid });
    expect(keyIn('/api/users/{id}')!.schema).toEqual({ type: 'string', ...number });
    const schemas = schemasOf(document);
    expect(schemas['users.store'].properties.company_id).toMatchObject({
      type: ['string', 'null'],
      ...uuid,
    });
    const { items } = resolved(document, schemas['users.roles.attach'].properties.roles);
    expect(resolved(document, items).anyOf[0]).toEqual({
      type: ['string', 'integer'],
      ...number,
    });
  });

  it('contains the names that a query may contain (C5)', () => {
    const names = parametersOf(document, document.paths['/api/posts']!.get!).map(
      ({ name }) => name,
    );
    expect(names).toEqual(
      expect.arrayContaining([
        ...[
          'include',
          'fields[posts]',
          'relatablePerPage',
          'search',
          'sort',
          'page',
          'perPage',
          'cursor',
        ],
        ...['count', 'more', 'filters', 'status', 'sort[comments]'],
        ...['filter[status]', 'filter[comments][user_id]'],
      ]),
    );
    const sort = parametersOf(document, document.paths['/api/posts']!.get!).find(
      ({ name }) => name === 'sort',
    )!;
    expect((sort.schema as any).items.enum).toEqual(
      expect.arrayContaining(['title', '-user.preferences->theme']),
    );
  });

  it('contains no default, which clients would send beside the other spelling (C5.4)', () => {
    const withDefault = Object.values(document.components.parameters).filter(
      ({ schema }) => 'default' in (schema ?? {}),
    );
    expect(withDefault).toEqual([]);
  });

  it('writes operators as one flat object per field, with those of its type (C5.6)', () => {
    const { parameters } = document.components;
    const nested = Object.values(parameters).filter(
      ({ style, schema }) =>
        style === 'deepObject' &&
        Object.values(resolved(document, schema).properties).some(
          ({ type }: any) => type === 'object',
        ),
    );
    expect(nested).toEqual([]);
    const named = (path: string, name: string) =>
      parametersOf(document, document.paths[path]!.get!).find((each) => each.name === name)!;
    const age = named('/api/users', 'filter[age]');
    expect(age).toMatchObject({ style: 'deepObject', explode: true });
    expect(resolved(document, age.schema)).toMatchObject({
      properties: { gte: { type: ['number', 'string'] }, in: { type: 'string' } },
      additionalProperties: false,
    });
    const operatorsOf = ({ schema = {} }: { readonly schema?: Schema }) =>
      Object.keys(resolved(document, schema).properties);
    expect(operatorsOf(age)).not.toContain('like');
    expect(operatorsOf(named('/api/posts', 'filter[status]'))).toContain('like');
    expect(operatorsOf(named('/api/users', 'filter[posts][status]'))).toContain('like');
  });

  it('requires the attributes that are always present, and has a variant for column lists (C5.1)', () => {
    const schemas = schemasOf(document);
    expect(schemas['posts.attributes'].required).toEqual(
      Object.keys(schemas['posts.attributes'].properties),
    );
    expect(schemas['posts.attributes-selected'].required).toBeUndefined();
    expect(resolved(document, schemas['posts.record'].properties.attributes).anyOf).toEqual([
      { $ref: '#/components/schemas/posts.attributes' },
      { $ref: '#/components/schemas/posts.attributes-selected' },
    ]);
  });

  it('lists the values of attributes and pivots if every write is limited to them (C3.4, C4.1)', () => {
    const schemas = schemasOf(document);
    expect(schemas['posts.attributes'].properties.status).toEqual({
      type: 'string',
      enum: ['draft', 'published', 'archived'],
    });
    expect(schemas['users.roles.pivots'].properties.policy.enum).toEqual([
      'read',
      'write',
      'own',
      null,
    ]);
  });

  it('describes the declared results of actions (C6.7)', () => {
    const responseAt = (path: string): any =>
      (document.paths[path]!.post!.responses[200] as any).content['application/json'].schema;
    const schemas = schemasOf(document);
    expect(responseAt('/api/posts/actions').anyOf).toHaveLength(3 + 1);
    expect(schemas['posts.actions.publish-posts.collection.response']).toMatchObject({
      title: 'Publish Posts',
      required: ['message', 'published', 'chunks'],
      properties: { message: { type: 'string' }, published: { type: 'integer' } },
    });
  });

  it('describes every error by its code, and has the statuses of each operation (C9)', () => {
    const update = document.paths['/api/users/{id}']!.put!;
    expect(Object.keys(update.responses)).toEqual(['200', 'default']);
    expect(update['x-errors']).toEqual([403, 404, 409, 412, 422]);
    const statuses = [400, 401, 403, 404, 409, 412, 413, 414, 415, 422, 429, 500, 503, 504];
    expect(Object.keys(withEachError(update).responses)).toEqual(['200', ...statuses.map(String)]);
    const { 'api.error': all, 'api.error-404': one } = schemasOf(document);
    // Only stored files have ranges.
    const ofAll = [...statuses, 416].sort();
    expect(all.anyOf).toEqual(
      ofAll.map((status) => ({ $ref: `#/components/schemas/api.error-${status}` })),
    );
    expect(one.properties.code.enum).toEqual(['not_found']);
    const login = withEachError(document.paths['/api/login']!.post!);
    expect(Object.keys(login.responses)).not.toContain('404');
  });

  it('requires a bearer token exactly for the endpoints that do (C2.1)', () => {
    expect(document.components.securitySchemes.bearer).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
    expect(document.security).toEqual([{ bearer: [] }]);
    const open = Object.entries(document.paths).filter(([, item]) =>
      Object.values(item).some(({ security }) => security?.length === 0),
    );
    expect(open.map(([path]) => path)).toEqual([
      '/api/login',
      '/storage/{resource}/{record}/{file}',
      '/storage/{resource}/{record}/{folder}/{file}',
    ]);
  });

  it('has schemas of the draft 2020-12, and examples that match them', () => {
    const ajv = addFormats.default(new Ajv2020({ strict: false }));
    ajv.addSchema(document, 'document');
    const broken = mediaTypesOf(document).filter(({ pointer, example, examples = {} }) => {
      const holds = ajv.compile({ $ref: `document${pointer}/schema` });
      return [example, ...Object.values(examples).map(({ value }) => value)].some(
        (each) => each !== undefined && !holds(each),
      );
    });
    expect([mediaTypesOf(document).length > 200, broken]).toEqual([true, []]);
    const schemas = Object.entries<any>(schemasOf(document)).filter(([, each]) => each.examples);
    const wrong = schemas.filter(([name, { examples }]) => {
      const holds = ajv.compile({ $ref: `document#/components/schemas/${name}` });
      return examples.some((each: unknown) => !holds(each));
    });
    expect([schemas.length > 50, wrong]).toEqual([true, []]);
  });

  it('gives each operation an id of its own, and refers only to existing parts', () => {
    const ids = operationsOf(document).map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const pointers = JSON.stringify(document).match(/#\/components\/[^"]+/g) ?? [];
    const missing = [...new Set(pointers)].filter(
      (pointer) => find(document, pointer) === undefined,
    );
    expect([pointers.length > 500, missing]).toEqual([true, []]);
  });
});

describe('The routes of the running router', () => {
  const routes: { readonly method: string; readonly url: string }[] = [];
  let demo: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    demo = await startWith([], (route) => {
      if (route.url === '/*' || route.config?.allow !== undefined) return;
      for (const method of [route.method].flat())
        if (method !== 'HEAD') routes.push({ method, url: route.url });
    });
  });
  afterAll(() => demo.close());

  const ofApi = () => routes.filter(({ url }) => !OUTSIDE_THE_API.test(url));

  it('are all in the document', async () => {
    const { paths } = await demo.document();
    const unknown = ofApi().filter(({ method, url }) => {
      const pattern = patternOf(url);
      return !Object.entries(paths).some(
        ([path, item]) => pattern.test(path) && method.toLowerCase() in item,
      );
    });
    expect([ofApi().length > 15, unknown]).toEqual([true, []]);
  });

  it('serve everything in the document', async () => {
    const { paths } = await demo.document();
    const patterns = ofApi().map(({ method, url }) => ({ method, pattern: patternOf(url) }));
    const unserved = Object.entries(paths).flatMap(([path, item]) =>
      Object.keys(item).filter(
        (name) =>
          !patterns.some(
            ({ method, pattern }) => method.toLowerCase() === name && pattern.test(path),
          ),
      ),
    );
    expect(unserved).toEqual([]);
  });
});

class Report {
  @ApiProperty() posts!: number;
}

@Controller('reports')
class ReportsController {
  @Get('latest')
  findLatest(): Report {
    return { posts: 1 };
  }

  @Public()
  @Post(':year')
  order(): void {}
}

@Module({ controllers: [ReportsController] })
class ReportsModule {}

describe("A team's own controllers", () => {
  let app: Awaited<ReturnType<typeof startWith>>;
  beforeAll(async () => {
    app = await startWith([ReportsModule]);
  });
  afterAll(() => app.close());

  it('are in the document, as @nestjs/swagger describes them', async () => {
    const { paths, tags } = await app.document();
    expect(paths['/reports/latest']!.get).toMatchObject({
      operationId: 'ReportsController.findLatest',
      summary: 'Find latest',
      responses: { 401: { $ref: '#/components/responses/Unauthorized' }, '4XX': {} },
    });
    expect(tags.map(({ name }) => name)).toContain('Reports');
  });

  it('are public if they are marked so (C2.1)', async () => {
    const { paths } = await app.document();
    expect(paths['/reports/{year}']!.post!.security).toEqual([]);
    expect(paths['/reports/latest']!.get!.security).toBeUndefined();
  });

  it("do not collide with the framework's, which are described once", async () => {
    const { paths } = await app.document();
    expect(
      Object.keys(paths).filter(
        (path) => /\{resource\}|:resource|\*/.test(path) && !path.startsWith('/storage'),
      ),
    ).toEqual([]);
    expect(paths['/api/users']!.get!.operationId).toBe('users.index');
  });
});

type Find = (document: OpenApiDocument, pointer: string) => unknown;
const find: Find = (document, pointer) =>
  pointer
    .slice(2)
    .split('/')
    .reduce<any>((value, name) => value?.[name], document);

interface PlacedMedia {
  readonly pointer: string;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

/** Every body of the document, at any place. */
function mediaTypesOf(value: unknown, pointer = '#'): readonly PlacedMedia[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const below = `${pointer}/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`;
    const isMedia = pointer.endsWith('/content') && 'schema' in (member as object);
    return isMedia ? [{ pointer: below, ...(member as object) }] : mediaTypesOf(member, below);
  });
}

const operationsOf = ({ paths }: OpenApiDocument): readonly OperationObject[] =>
  Object.values(paths).flatMap((item) => Object.values(item));

const actionsOf = (operation: OperationObject): unknown => {
  const action = (operation.parameters as readonly { name?: string; schema?: Schema }[]).find(
    ({ name }) => name === 'action',
  );
  return action!.schema!.enum;
};

const parametersOf = (
  document: OpenApiDocument,
  { parameters = [] }: OperationObject,
): readonly { name: string; schema?: Schema }[] =>
  parameters.map((one) => ('$ref' in one ? find(document, one.$ref) : one) as { name: string });

/** `/api/:resource/:id` is each `/api/users/{id}`. */
const patternOf = (url: string): RegExp =>
  new RegExp(`^${url.replace(/:[^/]+/g, '[^/]+').replace('*', '.+')}$`);

const fetchDocument = async ({ app }: DemoApp): Promise<OpenApiDocument> =>
  (await app.inject({ url: '/docs/openapi.json' })).json();

/** The demo with further modules. */
async function startWith(
  modules: readonly (new () => object)[],
  onRoute: (route: RouteOptions) => void = () => {},
) {
  const demo = deployment(
    readEnvironment({ DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' }),
  );
  const app = await createApplication({ ...demo, modules: [...demo.modules, ...modules] });
  app.getHttpAdapter().getInstance().addHook('onRoute', onRoute);
  validateAgainstDocument(app);
  await app.init();
  return {
    close: () => app.close(),
    document: async (): Promise<OpenApiDocument> =>
      (await app.inject({ url: '/docs/openapi.json' })).json(),
  };
}

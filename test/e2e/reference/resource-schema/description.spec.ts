import type {
  DescribedField,
  ResourceDescription,
} from '../../../../src/addons/reference/resource-schema/described-resource.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../../support/demo-app.js';
import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { startSamples } from '../../../support/library-app/samples.js';

let demo: DemoApp;

beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

interface Listed {
  readonly data: readonly {
    readonly id: string;
    readonly attributes: Readonly<Record<string, unknown>>;
  }[];
}
const all = async (as: DemoAccount = 'admin') =>
  (await demo.get<{ data: readonly ResourceDescription[] }>('/_schema', as)).body.data;
const one = async (key: string, as: DemoAccount = 'admin') =>
  (await demo.get<{ data: ResourceDescription }>(`/_schema/${key}`, as)).body.data;
const fieldOf = async (key: string, name: string, as: DemoAccount = 'admin') =>
  (await one(key, as)).fields.find((field) => field.name === name);
const statusOf = async (path: string, as: DemoAccount = 'admin') =>
  (await demo.get(encodeURI(path), as)).status;

/** Whether a value of a response can have the kind. */
const fits: Readonly<Record<string, (value: unknown) => boolean>> = {
  text: (value) => typeof value === 'string',
  long_text: (value) => typeof value === 'string',
  enum: (value) => typeof value === 'string',
  image: (value) => typeof value === 'string',
  key: (value) => typeof value === 'string',
  decimal: (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  date: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value),
  instant: (value) => typeof value === 'string' && /^\d{4}-.*T.*Z$/.test(value),
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  json: () => true,
};

describe('GET /_schema (C17.1)', () => {
  it('describes every resource whose index the caller may use, each as /_schema/<key> does', async () => {
    const listed = await all();
    expect(listed.map(({ key }) => key)).toEqual(
      expect.arrayContaining(['users', 'posts', 'action_logs', 'companies']),
    );
    for (const resource of listed) expect(await one(resource.key)).toEqual(resource);
  });

  it.each(['admin', 'editor', 'author', 'reader'] as const)(
    'contains the resources that respond to %s, and no others',
    async (as) => {
      const allowed: string[] = [];
      for (const { key } of await all())
        if ((await statusOf(`/${key}`, as)) === 200) allowed.push(key);
      expect((await all(as)).map(({ key }) => key)).toEqual(allowed);
    },
  );

  it('contains exactly the attributes that responses contain, of their kinds', async () => {
    for (const { key, fields } of await all()) {
      const { data } = (await demo.get<Listed>(`/${key}?perPage=100`)).body;
      const readable = fields.filter((field) => field.readable && field.name !== 'id');
      for (const { attributes } of data) {
        expect([key, Object.keys(attributes)]).toEqual([key, readable.map(({ name }) => name)]);
        for (const { name, kind, nullable } of readable) {
          const value = attributes[name];
          const isFitting = value === null ? nullable : fits[kind]!(value);
          expect([key, name, kind, value, isFitting]).toEqual([key, name, kind, value, true]);
        }
      }
    }
  });

  it.each(['admin', 'reader'] as const)(
    'lists the relations, sorts, matches and filters that requests of %s can use',
    async (as) => {
      for (const { key, relations, sorts, matches, filters } of await all(as)) {
        const included = relations.map((relation) => `/${key}?perPage=1&include=${relation.key}`);
        const sorted = sorts.map((sort) => `/${key}?perPage=1&sort=${sort}`);
        const matched = matches.map((match) => `/${key}?perPage=1&${match.key}=null`);
        for (const path of [...included, ...sorted, ...matched])
          expect([path, await statusOf(path, as)]).toEqual([path, 200]);
        const { data } = (
          await demo.get<{ data: Pick<ResourceDescription, 'matches' | 'filters'> }>(
            `/${key}/filters`,
            as,
          )
        ).body;
        expect(matches.map(({ key, type }) => ({ key, type }))).toEqual(data.matches);
        expect(filters.map((filter) => filter.key)).toEqual(data.filters.map((each) => each.key));
      }
    },
  );

  it('contains the actions that are listed for the caller (C6.1)', async () => {
    for (const as of ['admin', 'reader'] as const)
      for (const { key, actions } of await all(as)) {
        const { body } = await demo.get<{ data: { uriKey: string }[] }>(`/${key}/actions`, as);
        const listed = actions.filter(({ scope }) => scope !== 'show');
        expect(listed.map(({ uriKey }) => uriKey)).toEqual(body.data.map(({ uriKey }) => uriKey));
      }
  });

  it('describes an action with the schema of its payload', async () => {
    const { actions } = await one('posts');
    const { components } = (await demo.app.inject('/docs/openapi.json')).json();
    for (const { uriKey, scope, schema } of actions) {
      const place = scope === 'show' ? 'record' : 'collection';
      const payload = components.schemas[`posts.actions.${uriKey}.${place}`];
      expect(payload).toMatchObject({ properties: schema.properties ?? {} });
    }
  });

  it('has a flag for new records that does not need a record', async () => {
    for (const as of ['admin', 'reader'] as const)
      for (const { key, authorizedToStore } of await all(as)) {
        const { data } = (
          await demo.get<{ data: { meta: { authorizedToStore: boolean } }[] }>(`/${key}`, as)
        ).body;
        if (data.length > 0) expect(authorizedToStore).toBe(data[0]!.meta.authorizedToStore);
      }
  });

  it('describes the values of matches, which for some columns are not any text', async () => {
    const { matches } = await one('users');
    const schemaOf = (key: string) => matches.find((match) => match.key === key)!.schema;
    expect(schemaOf('company_id')).toEqual({ type: 'string', format: 'uuid' });
    expect(schemaOf('name')).toEqual({ type: 'string' });
    expect((await demo.get('/users?company_id=text')).status).toBe(400);
  });

  it('describes null as no current password', async () => {
    expect(await fieldOf('users', 'current_password', 'author')).toMatchObject({
      nullable: true,
      schema: { type: ['string', 'null'] },
    });
    const body = { name: 'Without a new password', current_password: null };
    const { status } = await demo.send('/profile', { method: 'PATCH', body, as: 'author' });
    expect(status).toBe(200);
  });

  it('takes labels, help, groups and the title from the definition', async () => {
    const users = await one('users');
    expect([users.label, users.titleField, users.group]).toEqual(['People', 'name', 'Team']);
    const posts = await one('posts');
    expect([posts.label, posts.titleField, posts.group]).toEqual(['Posts', 'title', 'Content']);
    expect((await one('action_logs')).label).toBe('Action logs');
    expect(await fieldOf('users', 'company_id')).toMatchObject({
      label: 'Employer',
      help: null,
      kind: 'key',
      relation: 'company',
    });
    expect(await fieldOf('users', 'avatar')).toMatchObject({
      help: 'JPEG, PNG, WebP or GIF.',
      kind: 'image',
    });
    expect(await fieldOf('posts', 'created_at')).toMatchObject({
      label: 'Created at',
      kind: 'instant',
      readable: true,
      writable: false,
    });
  });

  it('describes what a body may contain', async () => {
    expect(await fieldOf('posts', 'status')).toEqual({
      name: 'status',
      label: 'Status',
      help: null,
      deprecated: null,
      kind: 'enum',
      nullable: false,
      required: expect.any(Boolean),
      readable: true,
      writable: true,
      values: ['draft', 'published', 'archived'],
      relation: null,
      schema: expect.objectContaining({ enum: ['draft', 'published', 'archived'] }),
    });
    expect(await fieldOf('posts', 'title')).toMatchObject({ required: true, nullable: false });
    expect(await fieldOf('users', 'password')).toMatchObject({ readable: false, writable: true });
    expect(await fieldOf('users', 'current_password')).toMatchObject({
      readable: false,
      required: false,
    });
  });

  it('describes writable fields for this caller (C4.2)', async () => {
    const names = (fields: readonly DescribedField[]) =>
      fields.filter(({ writable }) => writable).map(({ name }) => name);
    expect(names((await one('posts')).fields)).toContain('user_id');
    expect(names((await one('posts', 'author')).fields)).not.toContain('user_id');
    expect(await fieldOf('posts', 'user_id', 'author')).toMatchObject({
      readable: true,
      required: false,
    });
  });

  it('describes relations with their pivot values and rights', async () => {
    const { relations } = await one('users');
    const relationOf = (key: string) => relations.find((relation) => relation.key === key);
    expect(relationOf('posts')).toEqual({
      key: 'posts',
      kind: 'HasMany',
      target: 'posts',
      many: true,
      deprecated: null,
      pivots: [],
      attach: false,
      detach: false,
      sync: false,
    });
    expect(relationOf('stats')).toMatchObject({ kind: 'Computed', target: null });
    const roles = relationOf('roles')!;
    expect(roles).toMatchObject({ many: true, attach: true, detach: true, sync: true });
    expect(roles.pivots).toMatchObject([
      { name: 'policy', kind: 'enum', values: ['read', 'write', 'own'], writable: true },
      { name: 'active', kind: 'boolean', writable: true },
    ]);
  });

  it.each(['admin', 'reader'] as const)(
    'contains only the members that %s asks for, as the whole description does',
    async (as) => {
      const whole = await all(as);
      for (const member of Object.keys(whole[0]!) as readonly (keyof ResourceDescription)[]) {
        const some = whole.map(({ key, ...others }) => ({
          key,
          [member]: { key, ...others }[member],
        }));
        expect((await demo.get(`/_schema?fields=${member}`, as)).body).toEqual({ data: some });
        const one = await demo.get(`/_schema/${whole[0]!.key}?fields=${member}`, as);
        expect(one.body).toEqual({ data: some[0] });
      }
    },
  );

  it('has the order of the whole description, and each member once', async () => {
    const { body } = await demo.get<{ data: object }>('/_schema/posts?fields=sorts,label,sorts');
    expect(Object.keys(body.data)).toEqual(['key', 'label', 'sorts']);
  });

  it.each([
    ['fields=lable', 'fields', '"lable" is not allowed here. Did you mean "label"? Allowed: key, '],
    ['fields=', 'fields', '"" is not allowed here. Allowed: key, label, titleField, '],
    ['fields=label,', 'fields', '"" is not allowed here. Allowed: key, '],
    ['fields=label&fields=key', 'fields', '"fields" is given twice; it may be given only once.'],
    ['field=label', 'field', 'Unknown parameter "field". Did you mean "fields"? Allowed: fields.'],
    ['fields=label&x=1', 'x', 'Unknown parameter "x". Allowed: fields.'],
    ['fields[posts]=label', 'fields[posts]', 'Unknown parameter "fields[posts]".'],
    ['fields=%ff', 'fields', '"%ff" at position 0 is not percent-encoded UTF-8'],
  ])('refuses ?%s, and explains why (C5.2)', async (query, parameter, message) => {
    for (const path of ['/_schema', '/_schema/posts']) {
      const { status, body } = await demo.get(`${path}?${query}`);
      expect([status, body]).toEqual([
        400,
        expect.objectContaining({
          code: 'invalid_query',
          errors: { [parameter]: [expect.stringContaining(message)] },
        }),
      ]);
    }
  });

  it.each([
    ['no token', '/_schema', null, 401],
    ['an unknown key', '/_schema/ghosts', 'admin', 404],
    ['a part of the path too many', '/_schema/posts/1', 'admin', 404],
    ['a query parameter', '/_schema?include=posts', 'admin', 400],
  ] as const)('refuses %s', async (_what, path, as, status) => {
    expect((await demo.get(path, as)).status).toBe(status);
  });

  it('can only be read (C2.1)', async () => {
    const { status, headers } = await demo.send('/_schema', { method: 'POST', body: {} });
    expect([status, headers.allow]).toEqual([405, 'GET, HEAD']);
  });
});

describe('Kinds of fields (C17.1)', () => {
  let samples: LibraryApp;
  beforeAll(async () => {
    samples = await startSamples([]);
  });
  afterAll(() => samples?.stop());

  it('follow from the columns, the same on every database', async () => {
    const { body } = await samples.get<{ data: ResourceDescription }>('_schema/samples');
    expect(Object.fromEntries(body.data.fields.map(({ name, kind }) => [name, kind]))).toEqual({
      label: 'text',
      size: 'number',
      amount: 'decimal',
      big: 'decimal',
      ratio: 'number',
      flag: 'boolean',
      day: 'date',
      at: 'instant',
      code: 'text',
      data: 'json',
      parent_id: 'key',
    });
    expect(body.data.titleField).toBe('label');
  });
});

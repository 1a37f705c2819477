import { readdirSync } from 'node:fs';
import {
  startDemo,
  type DemoAccount,
  type DemoResponse,
  type DemoApp,
} from '../../support/demo-app.js';
import { form, type FormPart } from '../../support/forms.js';
import { jpeg, png } from '../../support/images.js';
import type { Resource } from '../records/reading/resource-objects.js';
import type { RefusalBody } from '../records/writing/bodies.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
});
afterAll(() => demo?.close());

type Both = Resource & RefusalBody;
type Write = (body: object, as?: DemoAccount) => Promise<DemoResponse<Both>>;

const put: Write = (body, as = 'author') => demo.send('/profile', { method: 'PUT', body, as });
const patch: Write = (body, as = 'author') => demo.send('/profile', { method: 'PATCH', body, as });
const post = (parts: readonly FormPart[], as: DemoAccount = 'author') =>
  demo.form<Both>('/profile', parts, as);
const profile = async (as: DemoAccount = 'author') =>
  (await demo.get<Resource>('/profile', as)).body;
const avatar = (content = png()): FormPart => ({
  name: 'avatar',
  filename: '../me.svg',
  type: 'text/html',
  content,
});
const files = () =>
  readdirSync(demo.storage, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  );

const signIn = async (email: string, password: string) =>
  (await demo.send('/login', { method: 'POST', body: { email, password }, as: null })).status;

describe('updating the profile', () => {
  it.each([
    ['PUT', put],
    ['PATCH', patch],
  ] as const)(
    'changes only the sent fields by %s, and returns the updated resource object (profile 3)',
    async (_method, write) => {
      const before = await profile();
      const sent = { name: 'Ada Changed', email: String(before.attributes.email), age: 44 };
      const { status, body } = await write(sent);
      expect([status, Object.keys(body)]).toEqual([200, ['id', 'type', 'attributes', 'meta']]);
      const { updated_at } = body.attributes;
      expect(body).toEqual({
        ...before,
        attributes: { ...before.attributes, ...sent, updated_at },
      });
      expect(await profile()).toEqual(body);
      expect((await demo.get(`/users/${body.id}`, 'author')).body).toEqual({ data: body });
      await write({ ...sent, age: null });
    },
  );

  it.each([
    [{}, ['name', 'email']],
    [{ name: 'x' }, ['email']],
    [{ email: 'author@example.com', name: null }, ['name']],
    [{ email: 'author@example.com', name: '' }, ['name']],
  ])(
    'is a validation error for PUT of %j that names the field, and nothing is updated (profile 2)',
    async (body, missing) => {
      const before = await profile();
      const response = await put({ ...body, age: 77 });
      expect([response.status, response.body]).toEqual([
        422,
        {
          message: 'The given data was invalid.',
          code: 'validation_failed',
          errors: Object.fromEntries(
            missing.map((field) => [field, [`The ${field} field is required.`]]),
          ),
        },
      ]);
      expect(await profile()).toEqual(before);
    },
  );

  it('validates only what is sent by PATCH (C4.1)', async () => {
    expect((await patch({ age: 45 })).body.attributes.age).toBe(45);
    const response = await patch({ age: 46, email: 'no address' });
    expect([response.status, response.body.errors]).toEqual([
      422,
      { email: ['This is not an e-mail address.'] },
    ]);
    expect((await profile()).attributes.age).toBe(45);
  });

  it('validates and fills only fields that the resource declares and the user may write (profile, C4.2)', async () => {
    const before = await profile();
    const body = {
      ...{
        id: '1',
        type: 'x',
        is_admin: true,
        isAdmin: true,
        suspended_at: '2024-01-01',
        nothing: { a: 1 },
      },
      ...{
        created_at: 5,
        updated_at: 'x',
        company_id: 'not looked at',
        company: 'neither',
        posts: [],
      },
    };
    expect((await patch(body)).body).toEqual(before);
    const [row] = await demo.database.query(
      'select is_admin, suspended_at from users where id = 3',
    );
    expect([Number(row![0]), row![1]]).toEqual([0, null]);
  });

  it('does not run the rules for storing, but rejects the e-mail of another user (C4.1)', async () => {
    const { name, email } = (await profile()).attributes;
    expect((await put({ name, email })).status).toBe(200);
    const taken = await put({ name, email: 'ADMIN@example.com' });
    expect([taken.status, taken.body.errors]).toEqual([
      422,
      { email: ['The email has already been taken.'] },
    ]);
    expect((await profile()).attributes.email).toBe('author@example.com');
  });

  it('loads relations into the response (C5.1)', async () => {
    const response = await demo.send<Resource>('/profile?include=phone&fields[users]=name', {
      method: 'PATCH',
      body: {},
      as: 'author',
    });
    expect(response.body).toMatchObject({ relationships: { phone: { type: 'phones' } } });
    expect(Object.keys(response.body.attributes)).toEqual(['name']);
    const refused = await demo.send('/profile?include=none', {
      method: 'PATCH',
      body: { age: 101 },
      as: 'author',
    });
    expect(refused.status).toBe(400);
    expect((await profile()).attributes.age).not.toBe(101);
  });

  it.each([
    ['a list', '[]'],
    ['a string', '"x"'],
    ['nothing', undefined],
    ['invalid JSON', '{'],
  ])('rejects %s in place of an object (C4.2)', async (_what, payload) => {
    const headers = {
      authorization: `Bearer ${await demo.tokenOf('author')}`,
      'content-type': 'application/json',
    };
    for (const method of ['PUT', 'PATCH'] as const) {
      const response = await demo.app.inject({
        method,
        url: '/api/profile',
        headers,
        ...(payload && { payload }),
      });
      expect([response.statusCode, response.json<RefusalBody>().code]).toEqual([
        400,
        'malformed_request',
      ]);
    }
  });
});

describe('the picture of the profile', () => {
  it('is sent by POST; the response contains the path of the stored file (profile 1)', async () => {
    const before = await profile();
    const { status, body } = await post([avatar()]);
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['id', 'type', 'attributes', 'meta']);
    const path = String(body.attributes.avatar);
    expect(path).toMatch(/^\/storage\/users\/3\/[\w-]{22}\.png$/);
    const served = await demo.app.inject({ method: 'GET', url: path });
    expect([served.statusCode, served.headers['content-type'], served.rawPayload]).toEqual([
      200,
      'image/png',
      png(),
    ]);
    const { updated_at } = body.attributes;
    expect(await profile()).toEqual({
      ...before,
      attributes: { ...before.attributes, avatar: path, updated_at },
    });
  });

  it('may be sent with other fields, and a form without a file is accepted (C4.1)', async () => {
    const { body } = await post([
      avatar(jpeg()),
      { name: 'age', content: '33' },
      { name: 'nothing', content: 'x' },
    ]);
    expect(body.attributes).toMatchObject({ age: 33, avatar: expect.stringMatching(/\.jpg$/) });
    expect((await post([{ name: 'age', content: '' }])).body.attributes.age).toBeNull();
    expect((await post([])).status).toBe(200);
  });

  const statusOf = async ({ attributes }: Resource) =>
    (await demo.app.inject({ method: 'GET', url: String(attributes.avatar) })).statusCode;

  it('replaces the previous one, which is no longer served (C10.3)', async () => {
    const [old, now] = [(await post([avatar()])).body, (await post([avatar(jpeg())])).body];
    expect([await statusOf(old), await statusOf(now)]).toEqual([404, 200]);
  });

  it('is removed by null, and stays when its path is sent back (C10.1)', async () => {
    const { body } = await post([avatar()]);
    const again = await put({ ...body.attributes });
    expect([again.status, again.body.attributes.avatar]).toEqual([200, body.attributes.avatar]);
    const foreign = await patch({ avatar: '/storage/users/1/aaaaaaaaaaaaaaaaaaaaaa.png' });
    expect([foreign.status, Object.keys(foreign.body.errors!)]).toEqual([422, ['avatar']]);
    expect((await patch({ avatar: null })).body.attributes.avatar).toBeNull();
    expect(await statusOf(body)).toBe(404);
  });

  it.each([
    ['a file that is not an image', [avatar(Buffer.from('<svg/>'))], ['avatar']],
    ['another invalid field', [avatar(), { name: 'email', content: 'none' }], ['email']],
    ['a field that is emptied', [avatar(), { name: 'name', content: '' }], ['name']],
  ])(
    'is rejected with %s, and changes and leaves nothing (C10.1, profile errors 1)',
    async (_what, parts, fields) => {
      const [before, stored] = [await profile(), files()];
      const { status, body } = await post(parts);
      expect([status, Object.keys(body.errors!)]).toEqual([422, fields]);
      expect([await profile(), files()]).toEqual([before, stored]);
    },
  );

  it.each(['PUT', 'PATCH'] as const)(
    'cannot be sent by %s, nor JSON by POST (profile 1, C4.1)',
    async (method) => {
      const [before, stored] = [await profile(), files()];
      const authorization = `Bearer ${await demo.tokenOf('author')}`;
      const { payload, headers } = form(avatar(), { name: 'name', content: 'Other' });
      const carried = await demo.app.inject({
        method,
        url: '/api/profile',
        headers: { ...headers, authorization },
        payload,
      });
      expect([carried.statusCode, carried.json<RefusalBody>().code]).toEqual([
        415,
        'unsupported_media_type',
      ]);
      expect(
        (await demo.send('/profile', { method: 'POST', body: { name: 'Other' } })).status,
      ).toBe(415);
      expect([await profile(), files()]).toEqual([before, stored]);
    },
  );
});

describe('a password changed on the profile', () => {
  it.each([
    ['without the current one', { password: 'a new password' }],
    ['with a wrong one', { password: 'a new password', current_password: 'wrong' }],
    ['with null', { password: 'a new password', current_password: null }],
    ['with a list', { password: 'a new password', current_password: ['password'] }],
  ])('is rejected %s, and the old one stays (demo, users)', async (_what, body) => {
    for (const write of [put, patch]) {
      const response = await write({ name: 'Rea', email: 'reader@example.com', ...body }, 'reader');
      expect([response.status, Object.keys(response.body.errors!)]).toEqual([
        422,
        ['current_password'],
      ]);
    }
    expect(await signIn('reader@example.com', 'password')).toBe(200);
  });

  it('is rejected in a form too, and when it is too short (demo, users)', async () => {
    const form = await post([{ name: 'password', content: 'a new password' }], 'reader');
    expect([form.status, Object.keys(form.body.errors!)]).toEqual([422, ['current_password']]);
    const short = await patch({ password: 'short', current_password: 'password' }, 'reader');
    expect([short.status, Object.keys(short.body.errors!)]).toEqual([422, ['password']]);
    const nulled = await patch({ password: null, current_password: 'password' }, 'reader');
    expect([nulled.status, Object.keys(nulled.body.errors!)]).toEqual([422, ['password']]);
    expect(await signIn('reader@example.com', 'password')).toBe(200);
  });

  it('needs the current one, ends every older token, and is in no response (C2.4)', async () => {
    const other = await signIn('reader@example.com', 'password');
    const response = await patch(
      { password: 'a new password', current_password: 'password' },
      'reader',
    );
    expect([other, response.status]).toEqual([200, 200]);
    expect(JSON.stringify(response.body)).not.toMatch(/a new password|scrypt|argon/);
    expect((await demo.get('/profile', 'reader')).status).toBe(401);
    expect(await signIn('reader@example.com', 'password')).toBe(401);
    expect(await signIn('reader@example.com', 'a new password')).toBe(200);
  });

  it('changes nothing if only the current one is sent (demo, users)', async () => {
    const before = await profile('editor');
    expect((await patch({ current_password: 'password' }, 'editor')).body).toEqual(before);
  });
});

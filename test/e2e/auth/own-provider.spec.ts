import { Writable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { pino } from 'pino';
import {
  Field,
  nothing,
  RequestError,
  Resource,
  ResourceModule,
  ResourceOf,
  UserAccounts,
  where,
  type AuthenticationProvider,
  type AuthenticationRequest,
  type Policy,
  type ResourceApiOptions,
  type Scope,
} from 'resource-api';
import { createTestApplication, type TestApplication } from 'resource-api/testing';
import { Account, Note, NotesModule } from '../package/application/notes.js';

/** Keys of the team, as another service or a table would store them. */
@Injectable()
class IssuedKeys {
  readonly accounts = new Map<unknown, number>([
    ['key-of-ann', 1],
    ['key-of-bea', 2],
    ['key-of-nobody', 99],
  ]);
}

/** Faults that a provider can have, by the key that triggers them. */
const faults: Readonly<Record<string, () => unknown>> = {
  throws: () => {
    throw new Error('the key store is broken');
  },
  'rejects-later': () => Promise.reject(new TypeError('no such column')),
  'is-away': () => {
    throw new RequestError('unavailable', { headers: { 'Retry-After': '7' } });
  },
  hangs: () => new Promise(() => undefined),
  true: () => true,
  undefined: () => undefined,
  'another-object': () => ({ id: 1, email: 'ann@example.com' }),
  'no-facts': () => Object.assign(new Account(), { id: 1, email: 'ann@example.com' }),
};

@Injectable()
class ApiKeys implements AuthenticationProvider<Account> {
  constructor(
    private readonly keys: IssuedKeys,
    private readonly users: UserAccounts<Account>,
  ) {}

  async authenticate({ headers }: AuthenticationRequest): Promise<Account | null> {
    const key = headers['x-api-key'];
    const fault = faults[String(key)];
    if (key !== undefined && fault) return (await fault()) as Account;
    const id = this.keys.accounts.get(key);
    return id === undefined ? null : this.users.findByKey(id);
  }
}

@Injectable()
class NoPolicy implements Policy<Account> {
  scope(): Scope<Account> {
    return nothing();
  }
}

/** Facts about accounts need a resource for them. */
@Resource({ policy: NoPolicy })
class AccountResource extends ResourceOf(Account) {
  @Field({ rules: ['required', 'email'] })
  email!: string;
}

@ResourceModule({ resources: [AccountResource] })
class AccountsModule {}

@ResourceModule({ resources: [], providers: [ApiKeys, IssuedKeys] })
class KeysModule {}

type Authentication = ResourceApiOptions<Account>['authentication'];
const user: Authentication['user'] = {
  entity: Account,
  identifier: 'email',
  password: 'password',
  facts: { is_ann: where<Account>({ email: 'ann@example.com' }) },
};
const provider: NonNullable<Authentication['provider']> = {
  useClass: ApiKeys,
  securityScheme: { type: 'apiKey', in: 'header', name: 'X-Api-Key', description: 'Ask us.' },
  challenge: 'ApiKey realm="notes"',
};

const lines: Record<string, any>[] = [];
const logger = pino(
  { level: 'warn' },
  new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(JSON.parse(line.toString()) as Record<string, any>);
      done();
    },
  }),
);

const start = (
  authentication: Partial<Authentication>,
  modules = [KeysModule],
): Promise<TestApplication<Account>> =>
  createTestApplication<Account>({
    modules: [NotesModule, AccountsModule, ...modules],
    logger,
    options: {
      authentication: { user, ...authentication },
      cors: ['https://shop.example.com'],
      limits: { callableTimeout: 2_000 },
    },
  });

async function seed({ dataSource }: TestApplication<Account>): Promise<void> {
  await dataSource.getRepository(Account).save([
    { email: 'ann@example.com', password: 'unused' },
    { email: 'bea@example.com', password: 'unused' },
  ]);
  await dataSource.getRepository(Note).save([
    { text: 'of Ann', account_id: 1 },
    { text: 'of Bea', account_id: 2 },
  ]);
}

describe('An authentication provider of the team (issue 18, 8)', () => {
  let test: TestApplication<Account>;

  beforeAll(async () => {
    test = await start({ provider });
    await seed(test);
  });
  afterAll(() => test.close());
  beforeEach(() => void (lines.length = 0));

  const notes = (headers: Record<string, string>) =>
    test.sending(headers).get<{ data: { attributes: { text: string } }[]; code: string }>('/notes');
  const mcp = (headers: Record<string, string>) =>
    test.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: 'application/json', ...headers },
      payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
    });

  it('signs in the user that it finds, with the rights of that user (C2.3)', async () => {
    for (const [key, text] of [
      ['key-of-ann', 'of Ann'],
      ['key-of-bea', 'of Bea'],
    ] as const) {
      const { status, body } = await notes({ 'X-Api-Key': key });
      expect([status, body.data.map(({ attributes }) => attributes.text)]).toEqual([200, [text]]);
    }
  });

  it.each([
    ['no key', {}],
    ['an unknown key', { 'x-api-key': 'key-of-eve' }],
    ['the key of a deleted account', { 'x-api-key': 'key-of-nobody' }],
    ['a bearer token', { authorization: 'Bearer key-of-ann' }],
    ['two keys', { 'x-api-key': 'key-of-ann, key-of-bea' }],
  ])('responds 401 with its own challenge to a request with %s (C2.5)', async (_, headers) => {
    for (const { status, challenge } of [
      await notes(headers).then((response) => ({
        status: response.status,
        challenge: response.headers['www-authenticate'],
      })),
      await mcp(headers).then((response) => ({
        status: response.statusCode,
        challenge: response.headers['www-authenticate'],
      })),
    ])
      expect([status, challenge]).toEqual([401, 'ApiKey realm="notes"']);
    expect(lines).toEqual([]);
  });

  it('signs agents in (C11.1)', async () => {
    const response = await mcp({ 'x-api-key': 'key-of-ann' });
    expect([response.statusCode, response.json().result]).toEqual([200, expect.any(Object)]);
  });

  it.each([
    ['throws', 500, 'the key store is broken'],
    ['rejects-later', 500, 'no such column'],
    ['is-away', 503, ''],
    ['hangs', 503, ''],
    ['true', 500, 'ApiKeys.authenticate() must return an instance of Account'],
    ['undefined', 500, 'ApiKeys.authenticate() must return an instance of Account'],
    ['another-object', 500, 'ApiKeys.authenticate() must return an instance of Account'],
    ['no-facts', 500, 'with all facts'],
  ])(
    'signs nobody in if it %s: %i, with an entry in the log (C2.3)',
    async (key, status, message) => {
      const response = await notes({ 'x-api-key': key });
      const code = status === 500 ? 'server_error' : 'unavailable';
      expect([response.status, response.body.code]).toEqual([status, code]);
      expect(JSON.stringify(response.body)).not.toContain(message || 'not in the response');
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatchObject({ event: 'fault', code, path: '/api/notes' });
      expect(JSON.stringify(lines[0])).toContain(message);
      expect((await mcp({ 'x-api-key': key })).statusCode).toBe(status);
    },
  );

  it('is described in the OpenAPI document, in its documentation and to browsers (C2.8)', async () => {
    const { headers } = await test.app.inject({
      method: 'OPTIONS',
      url: '/api/notes',
      headers: {
        origin: 'https://shop.example.com',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-api-key',
      },
    });
    expect(headers['access-control-allow-headers']).toContain('X-Api-Key');
    const document = (await test.app.inject('/docs/openapi.json')).json();
    expect(document.security).toEqual([{ apiKey: [] }]);
    expect(document.components.securitySchemes).toEqual({ apiKey: provider.securityScheme });
    expect((await test.app.inject('/docs')).body).toContain('data-scheme="apiKey"');
  });

  it('replaces the tokens of the service (C2.3)', async () => {
    const ann = test.sending({ 'x-api-key': 'key-of-ann' });
    const credentials = { email: 'ann@example.com', password: 'unused' };
    expect((await ann.post('/login', credentials)).status).toBe(404);
    expect((await ann.post('/logout')).status).toBe(404);
    expect((await ann.get('/tokens')).status).toBe(404);
    const issued = test.as('ann@example.com').get('/notes');
    await expect(issued).rejects.toThrow('This service does not issue tokens.');
  });
});

describe('The options of a provider', () => {
  it('leave the challenge to the scheme, and the class to Nest (C2.5)', async () => {
    @Injectable()
    class Cookies implements AuthenticationProvider<Account> {
      constructor(private readonly users: UserAccounts<Account>) {}

      async authenticate({ headers }: AuthenticationRequest): Promise<Account | null> {
        const [, identifier] = /session=([^;]+)/.exec(headers.cookie ?? '') ?? [];
        return identifier === undefined ? null : this.users.findByIdentifier(identifier);
      }
    }
    const schemes = [
      [{ type: 'apiKey', in: 'cookie', name: 'session' }, 'ApiKey'],
      [{ type: 'http', scheme: 'basic' }, 'Basic'],
      [{ type: 'http', scheme: 'bearer' }, 'Bearer error="invalid_token"'],
    ] as const;
    for (const [securityScheme, challenge] of schemes) {
      const test = await start({ provider: { useClass: Cookies, securityScheme } }, []);
      await seed(test);
      const { headers } = await test.sending({ authorization: 'Bearer x' }).get('/notes');
      expect(headers['www-authenticate']).toBe(challenge);
      const ann = test.sending({ cookie: 'a=b; session= Ann@example.com' });
      expect((await ann.get('/notes')).status).toBe(200);
      await test.close();
    }
  });

  it.each([
    [{ ...provider, useClass: undefined }, 'useClass'],
    [{ ...provider, securityScheme: undefined }, 'securityScheme'],
    [
      { ...provider, securityScheme: { type: 'apiKey', in: 'query', name: 'key' } },
      'securityScheme',
    ],
    [{ ...provider, securityScheme: { type: 'http', scheme: '' } }, 'securityScheme'],
    [{ ...provider, challenge: 'ApiKey\r\nX: y' }, 'challenge'],
    [{ ...provider, realm: 'notes' }, 'realm'],
  ])('are checked: %j', async (given, option) => {
    await expect(start({ provider: given as never })).rejects.toThrow(
      `authentication.provider.${option}`,
    );
  });

  it('exclude an identity provider', async () => {
    const jwt = {
      issuer: 'https://id.example.com',
      audience: 'notes',
      jwksUri: 'https://id.example.com/jwks',
      algorithms: ['RS256'],
    };
    await expect(start({ provider, jwt })).rejects.toThrow('cannot be combined');
  });
});

import type { IncomingMessage } from 'node:http';
import { Inject, Injectable, type ExecutionContext } from '@nestjs/common';
import { AuthGuard, PassportStrategy } from '@nestjs/passport';
import { Strategy as BaseStrategy } from 'passport-strategy';
import { DATABASE, type Database } from '../../../src/execution/database/database.js';
import { BearerGuard } from '../../../src/modules/auth/index.js';
import { Account } from './account.entity.js';
import { AuthApp } from './auth-app.js';

type Verified = (error: unknown, user?: object | null) => void;

/** A strategy as any package of Passport exports it: it knows the header, and calls `verify`. */
class PartnerKeyStrategy extends BaseStrategy {
  readonly name = 'partner-key';

  constructor(private readonly verify: (key: string, done: Verified) => void) {
    super();
  }

  override authenticate({ headers }: IncomingMessage): void {
    const key = headers['x-partner-key'];
    if (typeof key !== 'string') return this.fail('PartnerKey', 401);
    this.verify(key, (error, user) => {
      if (error) this.error(error as Error);
      else if (user) this.success(user);
      else this.fail('PartnerKey error="unknown"', 401);
    });
  }
}

/** A team's strategy, written as the documentation of `@nestjs/passport` describes. */
@Injectable()
class PartnerStrategy extends PassportStrategy(PartnerKeyStrategy, 'partner') {
  constructor(@Inject(DATABASE) private readonly database: Database) {
    super();
  }

  async validate(key: string): Promise<Account | null> {
    if (key === 'broken') throw new Error('The directory of partners is broken.');
    const email = `${key}@example.com`;
    return this.database.dataSource.getRepository(Account).findOneBy({ email });
  }
}

@Injectable()
class PartnerGuard extends AuthGuard('partner') {}

/** Signs in partners by their key, and everybody else by the tokens of the service. */
@Injectable()
class PartnerOrToken extends AuthGuard('partner') {
  constructor(private readonly tokens: BearerGuard) {
    super();
  }

  override canActivate(context: ExecutionContext) {
    const { headers } = context.switchToHttp().getRequest<IncomingMessage>();
    return headers['x-partner-key'] === undefined
      ? this.tokens.canActivate(context)
      : super.canActivate(context);
  }
}

describe('A Passport strategy of a team in the option middleware', () => {
  let api: AuthApp;
  const get = (headers: Readonly<Record<string, string>>, url = '/api/me') =>
    api.app.inject({ method: 'GET', url, headers });

  beforeAll(async () => {
    api = await AuthApp.start({ middleware: [PartnerGuard], providers: [PartnerStrategy] });
    await api.account('ann@example.com');
  });
  afterAll(() => api.stop());

  it('signs in the user that it returns (C2.1)', async () => {
    const response = await get({ 'x-partner-key': 'ann' });
    expect([response.statusCode, response.json().own.name]).toEqual([200, 'ann']);
  });

  it.each([
    ['no key', {}],
    ['an unknown key', { 'x-partner-key': 'eve' }],
  ])('refuses a request with %s as the service does (C2.1, C2.5)', async (_name, headers) => {
    const response = await get(headers);
    expect([response.statusCode, response.json()]).toEqual([
      401,
      { message: 'Unauthenticated.', code: 'unauthenticated' },
    ]);
  });

  it('replaces the guard of tokens, which are refused (C2.1)', async () => {
    const token = await api.token('ann@example.com');
    expect((await get({ authorization: `Bearer ${token}` })).statusCode).toBe(401);
  });

  it('runs before unknown paths, and not on public routes (C2.1)', async () => {
    expect((await get({}, '/api/nowhere')).statusCode).toBe(401);
    expect((await get({ 'x-partner-key': 'ann' }, '/api/nowhere')).statusCode).toBe(404);
    expect((await get({}, '/api/open')).statusCode).toBe(200);
  });

  it('does not admit a request if it fails (C2.1)', async () => {
    const response = await get({ 'x-partner-key': 'broken' });
    expect([response.statusCode, response.json().code]).toEqual([500, 'server_error']);
  });
});

describe('A Passport strategy beside the tokens of the service', () => {
  it('admits requests that either of them accepts (C2.1)', async () => {
    const providers = [PartnerStrategy, BearerGuard];
    const api = await AuthApp.start({ middleware: [PartnerOrToken], providers });
    await api.account('ann@example.com');
    const token = await api.token('ann@example.com');
    const statusOf = async (headers: Readonly<Record<string, string>>) =>
      (await api.app.inject({ method: 'GET', url: '/api/me', headers })).statusCode;
    expect(await statusOf({ 'x-partner-key': 'ann' })).toBe(200);
    expect(await statusOf({ authorization: `Bearer ${token}` })).toBe(200);
    expect(await statusOf({ 'x-partner-key': 'eve' })).toBe(401);
    expect(await statusOf({})).toBe(401);
    await api.stop();
  });
});

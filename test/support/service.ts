import type { DemoAccount } from './demo-app.js';

/** A request to send: `{ method: 'GET', url: '/api/users', headers: {} }`. */
export interface ServiceRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** A response; the body is a string. */
export interface ServiceResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: string;
}

/** The demo, in this process or another. */
export interface Service {
  request(asked: ServiceRequest): Promise<ServiceResponse>;
  /** Signs in once per account. */
  tokenOf(account: DemoAccount): Promise<string>;
}

/** Signs in over HTTP, once per account. */
export class Logins {
  private readonly tokens = new Map<DemoAccount, string>();

  constructor(private readonly request: Service['request']) {}

  async tokenOf(account: DemoAccount): Promise<string> {
    const token = this.tokens.get(account) ?? (await this.signIn(account));
    this.tokens.set(account, token);
    return token;
  }

  private async signIn(account: DemoAccount): Promise<string> {
    const login = await this.request({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ email: `${account}@example.com`, password: 'password' }),
    });
    return (JSON.parse(login.body) as { access_token: string }).access_token;
  }
}

import type { DemoAccount } from './demo-app.js';

/** A request to send: `{ method: 'GET', url: '/api/users', headers: {} }`. */
export interface Asked {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** A response; the body is a string. */
export interface Responded {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: string;
}

/** The demo, in this process or another. */
export interface Service {
  ask(asked: Asked): Promise<Responded>;
  /** Signs in once per account. */
  tokenOf(account: DemoAccount): Promise<string>;
}

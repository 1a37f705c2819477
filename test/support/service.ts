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

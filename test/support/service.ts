import type { DemoAccount } from './demo-app.js';

/** A request as it is sent: `{ method: 'GET', url: '/api/users', headers: {} }`. */
export interface ServiceRequest {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly payload?: string | Buffer;
}

/** What came back; the body as a text. */
export interface ServiceResponse {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly body: string;
}

/** The demo, wherever it runs. */
export interface Service {
  request(asked: ServiceRequest): Promise<ServiceResponse>;
  /** Signs in once an account. */
  tokenOf(account: DemoAccount): Promise<string>;
}

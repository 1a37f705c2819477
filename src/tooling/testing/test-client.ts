import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Database } from '../../database/connection/database.js';

/** A response, with its body parsed. */
export interface TestResponse<Body = unknown> {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  /**
   * The JSON of the body as a value; `undefined` if the body is empty, and a string if it is not
   * JSON.
   */
  readonly body: Body;
  /** The body as it was sent. */
  readonly text: string;
  /**
   * The SQL that ran during the request, that of the token included. Requests that run at the same
   * time share their statements, so send one at a time to count them.
   */
  readonly statements: readonly string[];
}

/** What a client sends its requests to. */
export interface TestTarget {
  readonly app: NestFastifyApplication;
  readonly database: Database;
  /** What paths are relative to, such as `/api`. */
  readonly prefix: string;
}

export type TestMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Sends requests as one caller, without a network. Paths are relative to the prefix:
 * `get<Post>('/posts/1?include=author')`. The type of the body is not checked.
 */
export class TestClient {
  /** @param headers returns the headers of every request, such as those that sign the caller in */
  constructor(
    private readonly target: TestTarget,
    private readonly headers: () => Promise<Readonly<Record<string, string>>>,
  ) {}

  /**
   * Returns a client that also sends these headers:
   * `test.as(ann).with({ 'accept-language': 'de' })`.
   */
  with(headers: Readonly<Record<string, string>>): TestClient {
    return new TestClient(this.target, async () => ({ ...(await this.headers()), ...headers }));
  }

  get<Body>(path: string): Promise<TestResponse<Body>> {
    return this.send('GET', path);
  }

  /** @param body is sent as JSON */
  post<Body>(path: string, body?: object): Promise<TestResponse<Body>> {
    return this.send('POST', path, body);
  }

  /** @param body is sent as JSON */
  put<Body>(path: string, body?: object): Promise<TestResponse<Body>> {
    return this.send('PUT', path, body);
  }

  /** @param body is sent as JSON */
  patch<Body>(path: string, body?: object): Promise<TestResponse<Body>> {
    return this.send('PATCH', path, body);
  }

  /** @param body is sent as JSON */
  delete<Body>(path: string, body?: object): Promise<TestResponse<Body>> {
    return this.send('DELETE', path, body);
  }

  /**
   * Sends any request.
   *
   * @param body an object is sent as JSON. A string or a buffer is sent unchanged: as JSON, unless
   * {@link with} sets another `content-type`
   */
  async send<Body>(
    method: TestMethod,
    path: string,
    body?: object | string | Buffer,
  ): Promise<TestResponse<Body>> {
    const { app, database, prefix } = this.target;
    const headers = {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(await this.headers()),
    };
    const statements: string[] = [];
    const stop = database.observe((sql) => statements.push(sql));
    const response = await app
      .inject({
        method,
        url: prefix + path,
        headers,
        ...(body !== undefined && { payload: body }),
      })
      .finally(stop);
    return {
      status: response.statusCode,
      headers: response.headers,
      body: parsed(response) as Body,
      text: response.body,
      statements,
    };
  }
}

type Injected = Awaited<ReturnType<NestFastifyApplication['inject']>>;

function parsed(response: Injected): unknown {
  if (response.body === '') return undefined;
  const isJson = /\bjson\b/.test(String(response.headers['content-type']));
  return isJson ? response.json<unknown>() : response.body;
}

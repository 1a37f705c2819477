import type { DemoAccount, DemoApp } from '../../support/demo-app.js';

/** The result of a tool's call. */
export interface CallResult {
  readonly isError?: boolean;
  readonly structuredContent: Record<string, any>;
  readonly content: readonly { readonly type: string; readonly text: string }[];
}

/** One tool of a list. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: Record<string, any>;
  readonly annotations: Record<string, unknown>;
}

/** A response of the protocol: a result, or an error of its own. */
export interface RpcResponse<Result> {
  readonly result: Result;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Fields with times of writing differ between two runs of the same script. */
export const withoutTimes = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (key, held: unknown) =>
      /^(created|updated)_at$/.test(key) ? undefined : held,
    ) ?? 'null',
  );

/**
 * Returns a result as the body over HTTP: without the version and the batch, which are beside it.
 */
export const bodyOf = ({ structuredContent }: CallResult): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(structuredContent).filter(([name]) => !/^(version|batch_id)$/.test(name)),
  );

/** Calls `/mcp` as the simplest of clients: one bare POST, no handshake, no stream. */
export class Agent {
  constructor(
    private readonly demo: DemoApp,
    private readonly account: DemoAccount,
  ) {}

  async send<Result>(
    method: string,
    params: object,
    headers: Record<string, string> = {},
  ): Promise<RpcResponse<Result>> {
    const response = await this.demo.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: {
        authorization: `Bearer ${await this.demo.tokenOf(this.account)}`,
        accept: 'application/json',
        ...headers,
      },
      payload: { jsonrpc: '2.0', id: 1, method, params },
    });
    return response.json<RpcResponse<Result>>();
  }

  async tools(): Promise<readonly ListedTool[]> {
    return (await this.send<{ tools: ListedTool[] }>('tools/list', {})).result.tools;
  }

  async names(): Promise<readonly string[]> {
    return (await this.tools()).map(({ name }) => name);
  }

  async call(name: string, args: object = {}): Promise<CallResult> {
    const { result, error } = await this.send<CallResult>('tools/call', { name, arguments: args });
    if (error) throw new Error(`${error.code} ${error.message}`);
    return result;
  }
}

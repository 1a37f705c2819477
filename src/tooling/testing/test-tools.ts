import type { TestClient } from './test-client.js';

/** A tool as agents see it. */
export interface TestTool {
  readonly name: string;
  readonly description: string;
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/** What a tool returns. */
export interface TestToolResult {
  /** Whether the tool reports an error, which `content` describes. */
  readonly isError?: boolean;
  readonly structuredContent?: unknown;
  readonly content: readonly { readonly type: string; readonly text?: string }[];
}

interface Reply {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

/** Calls the tools of the service as an agent of one user does. */
export class TestTools {
  private calls = 0;

  /** @param client sends to `/mcp` as the user */
  constructor(private readonly client: TestClient) {}

  /** Returns the tools that the user may call, of all pages of the list. */
  async list(): Promise<readonly TestTool[]> {
    const tools: TestTool[] = [];
    let cursor: string | undefined;
    do {
      const page = (await this.send('tools/list', cursor === undefined ? {} : { cursor })) as {
        readonly tools: readonly TestTool[];
        readonly nextCursor?: string;
      };
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  }

  /**
   * Calls a tool: `call('posts-index-tool', { perPage: 5 })`.
   *
   * @throws Error if there is no such tool, or the call breaks the protocol
   */
  async call(name: string, args: object = {}): Promise<TestToolResult> {
    return (await this.send('tools/call', { name, arguments: args })) as TestToolResult;
  }

  private async send(method: string, params: object): Promise<unknown> {
    this.calls += 1;
    const message = { jsonrpc: '2.0', id: this.calls, method, params };
    const { status, body } = await this.client.post<Reply | undefined>('', message);
    if (body?.error) throw new Error(body.error.message);
    if (body?.result === undefined) throw new Error(`${method} failed with status ${status}.`);
    return body.result;
  }
}

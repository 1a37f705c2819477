import { readFileSync, writeFileSync } from 'node:fs';
import type { DemoAccount } from '../../support/demo-app.js';
import { printJson } from '../../unit/docs/generated-blocks.js';

/** A request of a page of the guide, with the response that is printed below it. */
export interface GuideRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Relative to the prefix. */
  readonly path: string;
  /** The account of its token: the administrator, unless the block sets another. */
  readonly account: DemoAccount;
  readonly body?: object;
  /** 200 unless a line below the block sets another. */
  readonly status: number;
  /** As it is printed; `null` if no response is shown. */
  readonly response: string | null;
}

const fence =
  /```http\n(\w+) \/api(\S+)\n(?:Authorization: Bearer <token of (\w+)@example\.com>\n)?(?:\n([^`]+)\n)?```\n/;
const below = /\n(?:`(\d{3})`\n\n?)?(?:[^`#]*?```json\n([^]*?)\n```)?/;
const request = new RegExp(fence.source + below.source, 'g');

/** Reads the fenced blocks of a page of the guide, which tests run in their order. */
export class GuidePage {
  readonly text: string;
  private readonly before: string;

  /** @param from the line of the page from which on it is read */
  constructor(
    private readonly path: string,
    from = '',
  ) {
    const whole = readFileSync(path, 'utf8');
    const start = whole.indexOf(from);
    if (start === -1) throw new TypeError(`The page has no line "${from}".`);
    this.before = whole.slice(0, start);
    this.text = whole.slice(start);
  }

  get requests(): readonly GuideRequest[] {
    return [...this.text.matchAll(request)].map(
      ([, method, path, account = 'admin', body, status = '200', response]) => ({
        method: method as GuideRequest['method'],
        path: path!,
        account: account as DemoAccount,
        ...(body !== undefined && { body: JSON.parse(body) as object }),
        status: Number(status),
        response: response ?? null,
      }),
    );
  }

  /** The number of requests on the page, for a test that none was missed. */
  get fences(): number {
    return this.text.split('```http\n').length - 1;
  }

  /** A file that the reader of the page writes. */
  file(path: string): string {
    const [, code] = this.text.split(`\n\`${path}\`\n\n\`\`\`ts\n`);
    if (code === undefined) throw new TypeError(`The page has no file ${path}.`);
    return code.slice(0, code.indexOf('```'));
  }

  /** What the page adds below a line such as "In `BoatResource`:", joined. */
  parts(introduction: string): string {
    const blocks = this.text.split(`\n${introduction}\n\n\`\`\`ts\n`).slice(1);
    if (blocks.length === 0) throw new TypeError(`The page has nothing below "${introduction}".`);
    return blocks.map((block) => block.slice(0, block.indexOf('```'))).join('');
  }

  /** With `UPDATE_DOCS=1` the page gets the actual responses, in the order of its requests. */
  updatePage(bodies: readonly string[]): void {
    if (process.env.UPDATE_DOCS !== '1') return;
    let at = 0;
    const filled = this.text.replace(
      request,
      (block: string, ...groups: (string | undefined)[]) => {
        const response = bodies[at++]!;
        const shown = groups[5];
        return shown === undefined
          ? block
          : block.replace(`\`\`\`json\n${shown}\n`, () => `\`\`\`json\n${response}\n`);
      },
    );
    writeFileSync(this.path, this.before + filled);
  }
}

/** Formats a response as in the pages: without the flags, which every record has. */
export function printResponse(body: unknown): string {
  const isFlags = (value: unknown) =>
    typeof value === 'object' && value !== null && 'authorizedToShow' in value;
  const plain: unknown = JSON.parse(
    JSON.stringify(body, (key, value: unknown) =>
      key === 'meta' && isFlags(value) ? undefined : value,
    ) ?? 'null',
  );
  return printJson(plain);
}

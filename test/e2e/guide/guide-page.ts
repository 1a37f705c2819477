import { readFileSync, writeFileSync } from 'node:fs';
import type { DemoAccount } from '../../support/demo-app.js';
import { printJson } from '../../unit/docs/generated-blocks.js';

/** A request of a page of the guide, with the answer that is printed below it. */
export interface GuideRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Behind the prefix. */
  readonly path: string;
  /** Whose token goes with it: the administrator's, unless the block says. */
  readonly account: DemoAccount;
  readonly body?: object;
  /** 200 unless a line below the block says. */
  readonly status: number;
  /** As it is printed; `null` where no answer is shown. */
  readonly response: string | null;
}

const fence =
  /```http\n(\w+) \/api(\S+)\n(?:Authorization: Bearer <token of (\w+)@example\.com>\n)?(?:\n([^`]+)\n)?```\n/;
const below = /\n(?:`(\d{3})`\n\n?)?(?:[^`#]*?```json\n([^]*?)\n```)?/;
const request = new RegExp(fence.source + below.source, 'g');

/** A page of the guide: what stands between its fences is run, in its order. */
export class GuidePage {
  readonly text: string;

  constructor(private readonly path: string) {
    this.text = readFileSync(path, 'utf8');
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

  /** How many requests the page holds, for a test that none was overlooked. */
  get fences(): number {
    return this.text.split('```http\n').length - 1;
  }

  /** A file that the page has its reader write. */
  file(path: string): string {
    const [, code] = this.text.split(`\n\`${path}\`\n\n\`\`\`ts\n`);
    if (code === undefined) throw new TypeError(`The page has no file ${path}.`);
    return code.slice(0, code.indexOf('```'));
  }

  /** What the page adds behind a line such as "In `BoatResource`:", put together. */
  parts(introduction: string): string {
    const blocks = this.text.split(`\n${introduction}\n\n\`\`\`ts\n`).slice(1);
    if (blocks.length === 0) throw new TypeError(`The page has nothing below "${introduction}".`);
    return blocks.map((block) => block.slice(0, block.indexOf('```'))).join('');
  }

  /** With `UPDATE_DOCS=1` the page is given the answers that came, in the order of its requests. */
  updatePage(came: readonly string[]): void {
    if (process.env.UPDATE_DOCS !== '1') return;
    let at = 0;
    const filled = this.text.replace(
      request,
      (block: string, ...groups: (string | undefined)[]) => {
        const response = came[at++]!;
        const shown = groups[5];
        return shown === undefined
          ? block
          : block.replace(`\`\`\`json\n${shown}\n`, () => `\`\`\`json\n${response}\n`);
      },
    );
    writeFileSync(this.path, filled);
  }
}

/** An answer as pages print it: without the flags, which stand on every record. */
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

import { readFileSync, writeFileSync } from 'node:fs';

/** A fenced block of a page. */
export interface Block {
  /** Its position among the blocks of the page. */
  readonly at: number;
  readonly language: string;
  readonly code: string;
  /** The text between the previous block and this one. */
  readonly before: string;
  /** The text between this block and the next one. */
  readonly after: string;
  /** The title of its section. */
  readonly heading: string;
}

/** A request of a page. */
export interface PageRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With the prefix. */
  readonly path: string;
  /** The account whose token the block shows: `reader@example.com`. */
  readonly account: string | null;
  /** The other headers of the block. */
  readonly headers: Readonly<Record<string, string>>;
  /** As printed. */
  readonly body: string | null;
  /** 200, unless a line below the block sets another. */
  readonly status: number;
}

/** A block that describes what a file contains. */
export interface FileStep {
  readonly kind: 'file' | 'change';
  readonly path: string;
  /** The content of the file, or the diff. */
  readonly code: string;
}

export interface RequestStep {
  readonly kind: 'request';
  readonly request: PageRequest;
  /** The JSON below; `null` if no response is shown. */
  readonly output: Block | null;
}

export interface ShellStep {
  readonly kind: 'shell';
  readonly heading: string;
  readonly script: string;
  /** The text directly below, or the JSON in the same section. */
  readonly output: Block | null;
}

/** What the reader of a page does, in the order of the page. */
export type Step =
  | FileStep
  | RequestStep
  | ShellStep
  | { readonly kind: 'sql'; readonly script: string }
  /** A block that only illustrates the text. */
  | { readonly kind: 'other'; readonly language: string; readonly code: string };

const fence = /^```(\w+)\n([^]*?)^```$/gm;
const named = /(?:^|\n)`([\w-]+\/[\w./-]+|[\w-]+\.\w+)`\s*$/;
const headings = /^#+ (?:<a id="[\w-]+"><\/a>)?(.+)$/gm;

/**
 * A page of the documentation, read as what its reader does. `` `src/a.ts` `` above a block is the
 * file that the reader writes, or changes if the block is a diff. A status below a request is the
 * one that it returns, and JSON below it the response.
 */
export class Page {
  readonly text: string;
  readonly blocks: readonly Block[];
  readonly steps: readonly Step[];

  /** @param text of the page, if it is not that of the file */
  constructor(
    readonly path: string,
    text = readFileSync(path, 'utf8'),
  ) {
    this.text = text;
    this.blocks = blocksOf(text);
    this.steps = this.blocks.flatMap((block) => stepOf(block, this.blocks));
  }

  /** The page of the guide with this name. */
  static guide(name: string): Page {
    return new Page(`docs/guide/${name}.md`);
  }

  /** The steps of one kind, in their order. */
  stepsOf<Kind extends Step['kind']>(
    kind: Kind,
  ): readonly Extract<Step, { readonly kind: Kind }>[] {
    return this.steps.filter((step) => step.kind === kind) as never;
  }

  get requests(): readonly RequestStep[] {
    return this.stepsOf('request');
  }

  get commands(): readonly ShellStep[] {
    return this.stepsOf('shell');
  }

  /** The code of the blocks in a language. */
  code(language: string): readonly string[] {
    return this.blocks.filter((block) => block.language === language).map(({ code }) => code);
  }

  /** The files of a reader who has followed the page, by their paths. */
  get files(): ReadonlyMap<string, string> {
    const files = new Map<string, string>();
    for (const step of this.steps) {
      if (step.kind === 'file') files.set(step.path, step.code);
      if (step.kind === 'change')
        files.set(
          step.path,
          changed(files.get(step.path) ?? readFileSync(step.path, 'utf8'), step.code),
        );
    }
    return files;
  }

  /** The paths of requests in tables, below the prefix. */
  get queries(): readonly string[] {
    return [...this.text.matchAll(/^\| [^|]+ \| `\/api(\/[^`]+\?[^`]+)` \|$/gm)].map(([, path]) =>
      path!.replaceAll('\\|', '|'),
    );
  }

  /** The command lines of `npm run user` and `npm run token`, by their words. */
  get accountCommands(): readonly (readonly string[])[] {
    return [...this.text.matchAll(/^npm run (user|token) -- (.+)$/gm)].map(([, group, words]) => [
      group!,
      ...words!.split(' '),
    ]);
  }

  /** What the page adds below a line such as "In `BoatResource`:", joined. */
  parts(introduction: string): string {
    const blocks = this.blocks.filter(({ before }) =>
      before.trimEnd().endsWith(`\n${introduction}`),
    );
    if (blocks.length === 0) throw new TypeError(`The page has nothing below "${introduction}".`);
    return blocks.map(({ code }) => `${code}\n`).join('');
  }

  /**
   * Returns what a block should contain. With `UPDATE_DOCS=1` that is the actual output, which the
   * page gets; otherwise it is the block itself.
   */
  expected({ at, code }: Block, actual: string): string {
    if (process.env.UPDATE_DOCS !== '1') return code;
    let position = 0;
    const filled = readFileSync(this.path, 'utf8').replace(
      fence,
      (whole: string, language: string) =>
        position++ === at ? `\`\`\`${language}\n${actual}\n\`\`\`` : whole,
    );
    writeFileSync(this.path, filled);
    return actual;
  }
}

function blocksOf(text: string): readonly Block[] {
  const found = [...text.matchAll(fence)];
  let end = 0;
  let heading = '';
  return found.map(({ 0: whole, 1: language, 2: code, index }, at) => {
    const before = text.slice(end, index);
    end = index + whole.length;
    heading = [...before.matchAll(headings)].at(-1)?.[1] ?? heading;
    const after = text.slice(end, found[at + 1]?.index);
    return { at, language: language!, code: code!.trimEnd(), before, after, heading };
  });
}

function stepOf(block: Block, blocks: readonly Block[]): Step[] {
  const { language, code, at, heading } = block;
  const path = named.exec(block.before)?.[1];
  const next = blocks[at + 1];
  if (path !== undefined)
    return language === 'diff'
      ? [{ kind: 'change', path, code }]
      : [{ kind: 'file', path, code: `${code}\n` }];
  if (language === 'sh')
    return [{ kind: 'shell', heading, script: code, output: outputOf(block, next) }];
  if (language === 'sql') return [{ kind: 'sql', script: code }];
  if (language === 'http' && /^[A-Z]+ \//.test(code))
    return [{ kind: 'request', request: requestOf(block), output: outputOf(block, next) }];
  const previous = blocks[at - 1];
  return previous !== undefined && outputOf(previous, block) !== null
    ? []
    : [{ kind: 'other', language, code }];
}

/** The output of a command is directly below it; JSON is in the same section. */
function outputOf({ language }: Block, next: Block | undefined): Block | null {
  const isText = next?.language === 'text' && language === 'sh' && next.before.trim() === '';
  const isJson =
    next?.language === 'json' &&
    (language === 'http' || language === 'sh') &&
    !/^#/m.test(next.before);
  return isText || isJson ? next : null;
}

function requestOf({ code, after }: Block): PageRequest {
  const [head, ...rest] = code.split('\n\n');
  const [line, ...lines] = head!.split('\n');
  const [method, path] = line!.split(' ') as [PageRequest['method'], string];
  const { Authorization: authorization, ...headers } = Object.fromEntries(
    lines.map((header) => header.split(': ') as [string, string]),
  );
  const [, status = '200'] = /^\s*`(\d{3})`/.exec(after) ?? [];
  return {
    method,
    path,
    account: /^Bearer <token of (\S+)>$/.exec(authorization ?? '')?.[1] ?? null,
    headers,
    body: rest.length > 0 ? rest.join('\n\n') : null,
    status: Number(status),
  };
}

/**
 * Applies a diff without line numbers: the lines with `-` and those without a mark must be in the
 * file, in this order and without others between them.
 */
export function changed(source: string, diff: string): string {
  const lines = diff.split('\n');
  const side = (mark: string) =>
    lines
      .filter((line) => !line.startsWith(mark))
      .map((line) => line.slice(1))
      .join('\n');
  const [before, after] = [side('+'), side('-')];
  const parts = source.split(before);
  if (parts.length !== 2)
    throw new Error(`The file must contain these lines exactly once:\n${before}`);
  return parts.join(after);
}

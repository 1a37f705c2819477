/** A fenced block of a page, with the text between the previous block and this one. */
interface Block {
  readonly language: string;
  readonly code: string;
  readonly before: string;
}

/** A request of a page. */
export interface GuideRequest {
  readonly method: string;
  /** With the prefix. */
  readonly path: string;
  /** As printed. Without any, the request has the token of an account. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  /** 200, unless a line below the block sets another. */
  readonly status: number;
  /** The JSON that is printed below; `null` if no response is shown. */
  readonly response: string | null;
}

/** What the reader of a page does, in the order of the page. */
export type GuideStep =
  | { readonly kind: 'file'; readonly path: string; readonly code: string }
  | { readonly kind: 'change'; readonly path: string; readonly diff: string }
  | { readonly kind: 'shell'; readonly script: string; readonly prints: string | null }
  | { readonly kind: 'sql'; readonly script: string }
  | { readonly kind: 'request'; readonly request: GuideRequest }
  /** A block that only illustrates the text. */
  | { readonly kind: 'other'; readonly language: string; readonly code: string };

const fence = /^```(\w+)\n([^]*?)^```$/gm;
const named = /(?:^|\n)`([\w-]+\/[\w./-]+|[\w-]+(?:\.\w+)+)`\s*$/;

/**
 * Reads the steps of a page. `` `src/a.ts` `` above a block is the file that the reader writes, or
 * changes if the block is a diff. Paths of the demo are those of an application.
 */
export function stepsOf(page: string): readonly GuideStep[] {
  const blocks = blocksOf(page);
  return blocks.flatMap((block, at) => stepOf(block, blocks[at - 1], blocks[at + 1]));
}

function blocksOf(page: string): readonly Block[] {
  let end = 0;
  return [...page.matchAll(fence)].map(({ 0: whole, 1: language, 2: code, index }) => {
    const before = page.slice(end, index);
    end = index + whole.length;
    return { language: language!, code: code!.trimEnd(), before };
  });
}

function stepOf(block: Block, previous: Block | undefined, next: Block | undefined): GuideStep[] {
  const { language, code } = block;
  const path = named.exec(block.before)?.[1]?.replace(/^demo\/resources\//, 'src/');
  if (language === 'diff' && path !== undefined) return [{ kind: 'change', path, diff: code }];
  if (path !== undefined) return [{ kind: 'file', path, code: `${code}\n` }];
  if (language === 'sh') return [{ kind: 'shell', script: code, prints: printsOf(next) }];
  if (language === 'sql') return [{ kind: 'sql', script: code }];
  if (language === 'http') return [{ kind: 'request', request: requestOf(code, next) }];
  const isOutput =
    (previous?.language === 'http' && responseOf(block) !== null) ||
    (language === 'text' && previous?.language === 'sh' && printsOf(block) !== null);
  return isOutput ? [] : [{ kind: 'other', language, code }];
}

/** The output of a command is directly below it. */
const printsOf = (block: Block | undefined): string | null =>
  block?.language === 'text' && block.before.trim() === '' ? block.code : null;

/** The response to a request is in the same section. */
const responseOf = (block: Block | undefined): string | null =>
  block?.language === 'json' && !/^#/m.test(block.before) ? block.code : null;

function requestOf(code: string, next: Block | undefined): GuideRequest {
  const [head, ...rest] = code.split('\n\n');
  const [line, ...headers] = head!.split('\n');
  const [method, path] = line!.split(' ');
  const [, status = '200'] = /^\s*`(\d{3})`/.exec(next?.before ?? '') ?? [];
  return {
    method: method!,
    path: path!,
    headers: Object.fromEntries(headers.map((header) => header.split(': ') as [string, string])),
    body: rest.length > 0 ? rest.join('\n\n') : null,
    status: Number(status),
    response: responseOf(next),
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

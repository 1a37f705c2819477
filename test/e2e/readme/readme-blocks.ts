import { readFileSync, writeFileSync } from 'node:fs';

/** The pages whose examples are about the unchanged demo, and about its books. */
export const README = 'README.md';
export const WRITING = 'docs/guide/writing.md';
export const FIRST_RESOURCE = 'docs/guide/first-resource.md';

export const textOf = (page: string): string => readFileSync(page, 'utf8');

/** A request of a page with the response that is printed below it. */
export interface ShownRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** The account of its token: the administrator, unless the block sets another. */
  readonly account: string;
  readonly response: string;
}

const request =
  /```http\n([A-Z]+) \/api(\S+)\n(?:Authorization: Bearer <token of (\w+)@example\.com>\n)?(?:\n([^`]*)\n)?```\n[^`]*```json\n([^]*?)\n```/g;

export const requestsOf = (text: string): readonly ShownRequest[] =>
  [...text.matchAll(request)].map(([, method, path, account = 'admin', body, response]) => ({
    method: method as ShownRequest['method'],
    path: path!,
    account,
    ...(body !== undefined && { body: JSON.parse(body) as object }),
    response: response!,
  }));

/** The first request, for a shell, and its response. */
export function firstRequest(text: string): { readonly script: string; readonly response: string } {
  const [, script, response] = /```sh\n(TOKEN=[^]*?)\n```\n[^`]*```json\n([^]*?)\n```/.exec(text)!;
  return { script: script!, response: response! };
}

/** The paths of the table that shows what a client may write. */
export const queriesOf = (text: string): readonly string[] =>
  [...text.matchAll(/^\| [^|]+ \| `\/api(\/[^`]+\?[^`]+)` \|$/gm)].map(([, path]) =>
    path!.replaceAll('\\|', '|'),
  );

/** The files that the reader of a page writes, by their paths. */
export const filesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^`(demo\/[\w./-]+\.ts)`\n\n```ts\n([^]*?)^```/gm)].map(([, path, code]) => [
      path!,
      code!,
    ]),
  );

/** The deployment after the page's change: without the lines after `-`, with those after `+`. */
export function changedDeployment(text: string): string {
  const [, diff] = /```diff\n([^]*?)\n```/.exec(text)!;
  const lines = diff!.split('\n');
  const taken = lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1));
  const [imported, registered] = lines
    .filter((line) => line.startsWith('+'))
    .map((line) => line.slice(1));
  const deployment = readFileSync('demo/deployment.ts', 'utf8');
  for (const line of taken)
    if (!deployment.includes(`${line}\n`)) throw new Error(`demo/deployment.ts has no "${line}".`);
  return `${imported}\n${deployment.replace(taken[0]!, registered!)}`;
}

/** The command lines of `npm run user` and `npm run token`, by their words. */
export const userCommands = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/^npm run (user|token) -- (.+)$/gm)].map(([, group, words]) => [
    group!,
    ...words!.split(' '),
  ]);

const fenced = (json: string): string => '```json\n' + json + '\n```';

/** With `UPDATE_DOCS=1` the page gets the actual response. */
export function keepResponse(page: string, shown: string, response: string): void {
  if (process.env.UPDATE_DOCS === '1')
    writeFileSync(
      page,
      textOf(page).replace(fenced(shown), () => fenced(response)),
    );
}

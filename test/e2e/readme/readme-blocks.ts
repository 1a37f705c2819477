import { readFileSync, writeFileSync } from 'node:fs';

export const readme = (): string => readFileSync('README.md', 'utf8');

/** A request of the README with the answer that is printed below it. */
export interface ShownRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** Whose token goes with it: the administrator's, unless the block says. */
  readonly account: string;
  readonly answer: string;
}

const request =
  /```http\n([A-Z]+) \/api(\S+)\n(?:Authorization: Bearer <token of (\w+)@example\.com>\n)?(?:\n([^`]*)\n)?```\n[^`]*```json\n([^]*?)\n```/g;

export const requestsOf = (text: string): readonly ShownRequest[] =>
  [...text.matchAll(request)].map(([, method, path, account = 'admin', body, answer]) => ({
    method: method as ShownRequest['method'],
    path: path!,
    account,
    ...(body !== undefined && { body: JSON.parse(body) as object }),
    answer: answer!,
  }));

/** The first request, as a shell takes it, and its answer. */
export function firstRequest(text: string): { readonly script: string; readonly answer: string } {
  const [, script, answer] = /```sh\n(TOKEN=[^]*?)\n```\n[^`]*```json\n([^]*?)\n```/.exec(text)!;
  return { script: script!, answer: answer! };
}

/** The paths of the table that shows what a client may write. */
export const queriesOf = (text: string): readonly string[] =>
  [...text.matchAll(/^\| [^|]+ \| `\/api(\/[^`]+\?[^`]+)` \|$/gm)].map(([, path]) =>
    path!.replaceAll('\\|', '|'),
  );

/** The files that the README has its reader write, by their paths. */
export const filesOf = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(/^`(demo\/[\w./-]+\.ts)`\n\n```ts\n([^]*?)^```/gm)].map(([, path, code]) => [
      path!,
      code!,
    ]),
  );

/**
 * The deployment as it is once the README's change is made: what stands behind `-` goes, what
 * follows `+` comes.
 */
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

/** The command lines of `npm run user`, by their words. */
export const userCommands = (text: string): readonly (readonly string[])[] =>
  [...text.matchAll(/^npm run user -- (.+)$/gm)].map(([, words]) => words!.split(' '));

const fenced = (json: string): string => '```json\n' + json + '\n```';

/** With `UPDATE_DOCS=1` the README is given the answer that came. */
export function keepAnswer(shown: string, came: string): void {
  if (process.env.UPDATE_DOCS === '1')
    writeFileSync(
      'README.md',
      readme().replace(fenced(shown), () => fenced(came)),
    );
}

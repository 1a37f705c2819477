import { readFileSync, writeFileSync } from 'node:fs';
import { requestsOf, type ShownRequest } from '../readme/readme-blocks.js';

/** The pages of the guide that continue after the README. */
export const pagesAfterReadme: readonly string[] = [
  'fields-and-rules',
  'policies',
  'profile',
  'files',
].map((name) => `docs/guide/${name}.md`);

/** A request, or a shell script, with the response that is printed below it. */
export interface Example {
  /** What is run, as a title. */
  readonly title: string;
  readonly request: ShownRequest | null;
  readonly script: string | null;
  readonly response: string;
}

const example = /```(http|sh)\n([^]*?)\n```\n[^`]*```json\n([^]*?)```/g;

/** The examples of a page, in the order in which its reader runs them. */
export const examplesOf = (page: string): readonly Example[] =>
  [...readFileSync(page, 'utf8').matchAll(example)].map(([block, language, code, response]) => ({
    title: code!.split('\n', 1)[0]!,
    request:
      language === 'http' ? requestsOf(block.replace(/```json\n```/, '```json\n\n```'))[0]! : null,
    script: language === 'sh' ? code! : null,
    response: response!.trimEnd(),
  }));

/** With `UPDATE_DOCS=1` the page gets the actual response to one of its examples. */
export function keepResponse(page: string, position: number, response: string): void {
  if (process.env.UPDATE_DOCS !== '1') return;
  let at = 0;
  const content = readFileSync(page, 'utf8').replace(example, (block) =>
    at++ === position
      ? block.replace(/```json\n[^]*$/, () => '```json\n' + response + '\n```')
      : block,
  );
  writeFileSync(page, content);
}

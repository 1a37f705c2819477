import { readFileSync, writeFileSync } from 'node:fs';
import { testDialect } from '../../support/databases.js';
import { script, type Step } from './script.js';
import { Teller } from './teller.js';

/** What every database answers; `UPDATE_DOCS=1` on SQLite writes it anew. */
const page = 'test/e2e/same-answers/answers.txt';

const titleOf = ({ as, method, path, body, form }: Step, at: number): string => {
  const sent = form
    ? ` ${form.map(({ name }) => name).join(', ')} as a form`
    : body === undefined
      ? ''
      : ` ${text(body)}`;
  return `${at + 1}. ${as ?? 'nobody'}: ${method} ${path}${sent}`;
};
const text = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));
const titles = script.map(titleOf);

let told: readonly string[];

beforeAll(async () => {
  const teller = await Teller.start();
  const answers: string[] = [];
  for (const step of script) answers.push(await teller.tell(step));
  await teller.close();
  told = answers.map((answer, at) => `${titles[at]}\n${answer}\n`);
  if (process.env.UPDATE_DOCS === '1' && testDialect === 'sqlite') writeFileSync(page, told.join('\n'));
}, 120_000);

describe('The same script of requests (issue 8, 1)', () => {
  it('is the one whose answers are kept', () => {
    const kept = readFileSync(page, 'utf8').split('\n');
    expect(kept.filter((line) => titles.includes(line))).toEqual(titles);
  });

  it.each(titles.map((title, at) => [title, at] as const))('%s: is answered alike, byte for byte', (_title, at) => {
    expect(answersOf(readFileSync(page, 'utf8'))[at]).toBe(told[at]);
  });

  it('holds no answer that is the fault of the service', () => {
    expect(told.filter((answer) => /\n5\d\d /.test(answer))).toEqual([]);
  });
});

/** Each with its title; an answer may hold a line break of its own. */
const answersOf = (kept: string): readonly string[] =>
  titles.map((title, at) => {
    const start = kept.indexOf(`${title}\n`);
    const end = at + 1 < titles.length ? kept.indexOf(`\n${titles[at + 1]}\n`) : kept.length;
    return kept.slice(start, end);
  });

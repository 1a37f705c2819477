import { readFileSync, writeFileSync } from 'node:fs';
import { testDialect } from '../../../support/databases.js';
import type { Service } from '../../../support/service.js';
import { script, type Step } from './script.js';
import { StepRunner } from './step-runner.js';

/** The responses of every database; `UPDATE_DOCS=1` on SQLite writes them anew. */
const page = 'test/e2e/demo/same-responses/responses.txt';

/** Each step of the script in a line: `1. admin: GET /api/users?perPage=2`. */
export const titles = script.map(titleOf);

/** The service's response to each step, under its title. */
export async function runScript(service: Service): Promise<readonly string[]> {
  const runner = new StepRunner(service);
  const responses: string[] = [];
  for (const step of script) responses.push(await runner.run(step));
  return responses.map((response, at) => `${titles[at]}\n${response}\n`);
}

/** The text of the page for each title; a response may contain a line break of its own. */
export function snapshotResponses(): readonly string[] {
  const kept = readFileSync(page, 'utf8');
  return titles.map((title, at) => {
    const start = kept.indexOf(`${title}\n`);
    const end = at + 1 < titles.length ? kept.indexOf(`\n${titles[at + 1]}\n`) : kept.length;
    return kept.slice(start, end);
  });
}

/** The titles on the page. */
export function snapshotTitles(): readonly string[] {
  return readFileSync(page, 'utf8')
    .split('\n')
    .filter((line) => titles.includes(line));
}

export function updateSnapshot(responses: readonly string[]): void {
  if (process.env.UPDATE_DOCS === '1' && testDialect === 'sqlite')
    writeFileSync(page, responses.join('\n'));
}

function titleOf({ as, method, path, body, form }: Step, at: number): string {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const sent = form
    ? ` ${form.map(({ name }) => name).join(', ')} as a form`
    : text === undefined
      ? ''
      : ` ${text}`;
  return `${at + 1}. ${as ?? 'nobody'}: ${method} ${path}${sent}`;
}

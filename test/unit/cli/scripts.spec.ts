import { readFileSync } from 'node:fs';
import { commands } from '../../../src/cli/commands/index.js';

interface Manifest {
  readonly bin: Readonly<Record<string, string>>;
  readonly scripts: Readonly<Record<string, string>>;
}

const { bin, scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest;

/** The scripts of the demo, with the words that they give to the command line. */
const called = {
  start: 'start',
  'resources:check': 'check',
  openapi: 'openapi',
  user: 'user',
  token: 'token',
  'logs:prune': 'logs prune',
  'migration:generate': 'migrate generate',
  'migration:run': 'migrate run',
  'migration:revert': 'migrate revert',
};

describe('The scripts of the demo (issue 20, 5)', () => {
  const run = `node ${bin['resource-api']}`;

  it.each(Object.entries(called))('npm run %s calls resource-api %s', (script, words) => {
    const text = scripts[script]!.replaceAll('npm run --silent resource-api --', run);
    expect(text.endsWith(`${run} ${words}`)).toBe(true);
  });

  it('call the command of this package', () => {
    expect(scripts['resource-api']).toBe(run);
  });

  it.each(Object.values(called))('call a command that exists: %s', (words) => {
    const names = commands.map(({ name }) => name);
    expect(names.some((name) => name === words || name.startsWith(`${words} `))).toBe(true);
  });
});

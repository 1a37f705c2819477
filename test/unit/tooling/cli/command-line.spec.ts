import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Argument, Option } from 'commander';
import type { CliCall, CliCommand } from '../../../../src/tooling/cli/program/cli-command.js';
import { describeCommands } from '../../../../scripts/docs/describe-commands.js';
import { commands } from '../../../../src/tooling/cli/commands/index.js';
import { CommandError } from '../../../../src/tooling/cli/program/errors.js';
import { runCommand } from '../../../support/run-command.js';

const calls: CliCall[] = [];
const command: CliCommand = {
  name: 'tree plant',
  about: 'Plants a tree.',
  arguments: [new Argument('<name>', 'the name'), new Argument('[place]', 'the place')],
  options: [
    new Option('--height <metres>', 'the height').choices(['1', '2']),
    new Option('--email <email>', 'the owner').makeOptionMandatory(),
  ],
  json: true,
  run: async (call: CliCall) => {
    calls.push(call);
    if (call.args[0] === 'plastic') throw new CommandError('Plastic trees cannot be planted.');
    if (call.args[0] === 'slow') {
      const progress = call.progress('Trees', 2);
      progress.advance();
      progress.end();
    }
    return { text: 'Planted.', data: { planted: call.args[0] } };
  },
};
const run = (...words: readonly string[]) => runCommand(words, { commands: [command] });
const plant = (...words: readonly string[]) => run('tree', 'plant', '--email', 'a@b.c', ...words);

describe('The command line', () => {
  beforeEach(() => calls.splice(0));

  it('runs a command with its arguments and options, and prints its result', async () => {
    expect(await plant('oak', '--height', '2')).toEqual({
      code: 0,
      stdout: 'Planted.\n',
      stderr: '',
    });
    expect(calls[0]).toMatchObject({
      args: ['oak', undefined],
      options: { email: 'a@b.c', height: '2' },
    });
  });

  it('prints the result as data with --json', async () => {
    const { stdout } = await plant('oak', '--json');
    expect(JSON.parse(stdout)).toEqual({ planted: 'oak' });
  });

  it.each([
    [['forest'], 'resource-api has no command "forest". Commands: tree.'],
    [
      ['tree', 'plan'],
      'resource-api tree has no command "plan". Did you mean "plant"? Commands: plant.',
    ],
    [
      ['tree', 'plant', '--email', 'a'],
      'resource-api tree plant requires the argument <name>. Usage: resource-api tree plant [options] <name> [place]',
    ],
    [['tree', 'plant', 'oak'], 'resource-api tree plant requires the option "--email <email>".'],
    [
      ['tree', 'plant', '--email'],
      'The option "--email <email>" of resource-api tree plant requires a value.',
    ],
    [
      ['tree', 'plant', 'oak', 'here', 'now', '--email', 'a'],
      'resource-api tree plant has too many arguments. Usage: resource-api tree plant [options] <name> [place]',
    ],
    [
      ['tree', 'plant', 'oak', '--email', 'a', '--emial', 'a'],
      'resource-api tree plant has no option "--emial". Did you mean "--email"? Options: --height, --email, --json, --help, --version, --deployment.',
    ],
    [
      ['tree', 'plant', 'oak', '--email', 'a', '--height', '3'],
      '"3" is not allowed for the option "--height <metres>". Allowed choices are 1, 2.',
    ],
  ])('ends with 2 and one sentence: %j', async (words, message) => {
    expect(await run(...words)).toEqual({ code: 2, stdout: '', stderr: `${message}\n` });
    expect(calls).toEqual([]);
  });

  it('ends with 1 if a command fails', async () => {
    expect(await plant('plastic')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Plastic trees cannot be planted.\n',
    });
    const { stderr } = await plant('plastic', '--json');
    expect(JSON.parse(stderr)).toEqual({ error: { message: 'Plastic trees cannot be planted.' } });
  });

  it('ends with 2 and its help without a command', async () => {
    const { code, stderr } = await run();
    expect([code, stderr]).toEqual([2, expect.stringContaining('Usage: resource-api')]);
    expect(await run('tree')).toMatchObject({ code: 2 });
  });

  it('shows progress in a terminal, and not with --json', async () => {
    const words = ['tree', 'plant', 'slow', '--email', 'a'];
    const shown = await runCommand(words, { commands: [command], isTTY: true });
    expect(shown.stderr).toContain('Trees ████████████░░░░░░░░░░░░ 1/2');
    const hidden = await runCommand([...words, '--json'], { commands: [command], isTTY: true });
    expect(hidden.stderr).toBe('');
    expect((await run(...words)).stderr).toBe('');
  });
});

describe('The commands of resource-api', () => {
  it.each(commands.map(({ name }) => name))('%s has help', async (name) => {
    const { code, stdout } = await runCommand([...name.split(' '), '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: resource-api ${name}`);
  });

  it('are described by docs/reference/commands.md (to update: npm run docs)', () => {
    expect(readFileSync('docs/reference/commands.md', 'utf8')).toBe(describeCommands(commands));
  });

  it('print the version', async () => {
    expect(await runCommand(['--version'])).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
    });
  });
});

describe('The deployment of a command', () => {
  const folder = mkdtempSync(join(tmpdir(), 'resource-api-cli-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  const check = (...words: readonly string[]) => runCommand(['check', ...words], { folder });

  it('must exist', async () => {
    const end =
      'Build the application first, or set the path by --deployment or by the member "resource-api": {"deployment": "..."} of package.json.\n';
    expect(await check()).toEqual({
      code: 1,
      stdout: '',
      stderr: `The deployment dist/deployment.js does not exist. ${end}`,
    });
    expect((await check('--deployment', 'x.js')).stderr).toBe(
      `The deployment x.js does not exist. ${end}`,
    );
    writeFileSync(join(folder, 'package.json'), '{"resource-api": {"deployment": "y.js"}}');
    expect((await check()).stderr).toBe(`The deployment y.js does not exist. ${end}`);
  });

  it('is described in package.json as a path', async () => {
    writeFileSync(join(folder, 'package.json'), '{"resource-api": {"deployment": 1}}');
    expect((await check()).stderr).toContain('of package.json must be a path.');
    writeFileSync(join(folder, 'package.json'), '{');
    expect((await check()).stderr).toBe('package.json is not valid JSON.\n');
  });
});

import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { RequestError } from '../../../../src/base/errors/index.js';
import { startDemo } from '../../../support/demo-app.js';
import type { Work } from '../../../support/depot-app/sacks/actions.js';
import { SackDepot } from '../../../support/depot-app/sacks/sack-depot.js';
import { runCommand } from '../../../support/run-command.js';

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
  await depot.database.write(
    `insert into keepers (name, is_head) values ('head@depot', ?), ('oda@depot', ?)`,
    [true, false],
  );
});
beforeEach(() => depot.fill(8));
afterAll(() => depot.stop());

interface Process {
  readonly as?: string;
  readonly folder?: string;
  readonly isTTY?: boolean;
  readonly signals?: EventEmitter;
}

/** Runs an action of sacks. */
const run = (words: readonly string[], { as = 'head@depot', ...process }: Process = {}) =>
  runCommand(['run', 'sacks', ...words, '--as', as], { app: depot.app, ...process });

/** What a run prints that succeeds. */
async function printed(words: readonly string[], work: Work, process?: Process): Promise<string> {
  depot.actions.work = work;
  const { code, stdout, stderr } = await run(words, process);
  expect([code, stderr]).toEqual([0, '']);
  return stdout;
}

const keys: Work = (_request, sacks) => sacks.map(({ id }) => id);
const grind: Work = (request, sacks) => request.update(sacks, { state: 'ground' });
const ground = async () =>
  (await depot.states()).filter((state) => state.endsWith(' ground')).length;

describe('The command run', () => {
  it('runs an index action over all records, and counts them (C6.3)', async () => {
    expect(await printed(['grind-sacks', '--all'], grind)).toBe(
      'Ran grind-sacks on 8 records.\n{"data":[null,null,null],"meta":{"chunks":3,"records":8}}\n',
    );
    expect(await ground()).toBe(8);
  });

  it('runs it on the records of a query (C6.3)', async () => {
    const words = ['grind-sacks', '--all', '--query', '?id=2,5'];
    expect(await printed(words, keys)).toBe('Ran grind-sacks on 2 records.\n[2,5]\n');
  });

  it('runs an action itself that is declared to run after its response (C14.1)', async () => {
    expect(await printed(['haul-sacks', '--all'], grind)).toContain(
      'Ran haul-sacks on 8 records.\n',
    );
    expect(await ground()).toBe(8);
    expect(await depot.database.query('select id from action_runs')).toEqual([]);
  });

  it('runs it on listed records, in one call (C6.3)', async () => {
    const words = ['grind-sacks', '--keys', '1,5,7,8'];
    expect(await printed(words, keys)).toBe('Ran grind-sacks.\n[1,5,7,8]\n');
  });

  it('runs a standalone action with a payload, also from a file (C6.1)', async () => {
    const payload = { count: 2, lines: [{ text: 'one' }] };
    const validated: Work = (request) => request.validate();
    const words = ['fill-sacks', '--payload'];
    const expected = `Ran fill-sacks.\n${JSON.stringify(payload)}\n`;
    expect(await printed([...words, JSON.stringify(payload)], validated)).toBe(expected);
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-run-'));
    writeFileSync(join(folder, 'payload.json'), JSON.stringify(payload));
    expect(await printed([...words, '@payload.json'], validated, { folder })).toBe(expected);
    rmSync(folder, { recursive: true });
  });

  it('prints JSON with --json', async () => {
    expect(JSON.parse(await printed(['grind-sacks', '--all', '--json'], grind))).toEqual({
      result: { data: [null, null, null], meta: { chunks: 3, records: 8 } },
      records: 8,
      chunks: 3,
    });
    expect(JSON.parse(await printed(['grind-sacks', '--keys', '3', '--json'], keys))).toEqual({
      result: [3],
    });
  });

  it('has the rights of the account, and logs the channel (C4.4, C8.2)', async () => {
    await printed(['grind-sacks', '--all'], grind, { as: 'oda@depot' });
    expect(await ground()).toBe(0);
    await printed(['grind-sacks', '--keys', '1'], grind);
    const [user] = await depot.database.query(`select id from keepers where name = 'head@depot'`);
    const row = (await depot.log()).at(-1)!;
    expect([row.user_id, row.meta]).toEqual([
      String(user![0]),
      expect.objectContaining({ channel: 'cli', client: null }),
    ]);
  });

  it('shows its progress in a terminal, and removes it', async () => {
    depot.actions.work = grind;
    const { stdout, stderr } = await run(['grind-sacks', '--all'], { isTTY: true });
    expect(stderr).toMatch(/\D3( of 8)? records.*\D6( of 8)? records.*\D8( of 8)? records/s);
    expect(stderr).toMatch(/\r\u001B\[K$/);
    expect(stdout).toContain('Ran grind-sacks on 8 records.\n');
  });
});

describe('A run of a command that ends early', () => {
  it.each(['SIGINT', 'SIGTERM'])(
    'stops after the current chunk on %s, and prints how far it got (C6.8)',
    async (signal) => {
      const signals = new EventEmitter();
      depot.actions.work = (request, sacks) => {
        // npm sends a copy.
        if (sacks[0]!.id === 4) for (let sent = 0; sent < 2; sent++) signals.emit(signal);
        return grind(request, sacks);
      };
      const outcome = await run(['grind-sacks', '--all'], { signals });
      expect(outcome).toEqual({
        code: 1,
        stdout: '',
        stderr:
          'Stopping after the current chunk.\nThe run was stopped. (unavailable)\nCommitted before: 6 records in 2 chunks.\n',
      });
      expect([await ground(), signals.eventNames()]).toEqual([6, []]);
    },
  );

  it('prints the fault of a handler, and how far it got (C6.8)', async () => {
    depot.actions.work = (request, sacks) => {
      if (sacks[0]!.id === 7) throw new TypeError('The mill is broken.');
      return grind(request, sacks);
    };
    const { code, stderr } = await run(['grind-sacks', '--all']);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^The mill is broken\. \(server_error\)\nCommitted before: 6 records in 2 chunks\.\nTypeError: The mill is broken\.\n {4}at /,
    );
    const { stderr: json } = await run(['grind-sacks', '--all', '--json']);
    expect(JSON.parse(json)).toEqual({
      error: {
        message: 'The mill is broken.',
        code: 'server_error',
        meta: { chunks: 2, records: 6 },
      },
    });
  });

  it('prints an error of the handler with its code (C6.8)', async () => {
    depot.actions.work = () => {
      throw new RequestError('unauthorized');
    };
    const { code, stderr } = await run(['grind-sacks', '--keys', '1']);
    expect([code, stderr]).toEqual([
      1,
      'This action is unauthorized. (unauthorized)\nNothing was committed before.\n',
    ]);
  });

  it('prints each fault of the payload and of the query (C4.3, C5.1)', async () => {
    const payload = await run(['label-sacks', '--all', '--payload', '{"label":1}']);
    expect([payload.code, payload.stderr.split('\n')]).toEqual([
      1,
      [
        'The given data was invalid. (validation_failed)',
        '  label: The label field must be a string.',
        '',
      ],
    ]);
    const { code, stderr } = await run(['grind-sacks', '--all', '--query', 'flavour=sweet']);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/\(invalid_query\)\n {2}flavour: /)]);
  });

  it('prints that the account may not use the resource (C4.4)', async () => {
    depot.script.mayMeetKeepers = false;
    const words = ['run', 'keepers', 'greet', '--all', '--as', 'head@depot'];
    const { code, stderr } = await runCommand(words, { app: depot.app });
    expect([code, stderr]).toEqual([1, 'This action is unauthorized. (unauthorized)\n']);
  });
});

describe('A command line that cannot be run', () => {
  it.each([
    [['grind-sacks', '--all'], 'nobody@depot', 'The account nobody@depot does not exist, or it is'],
    [['grind-sack', '--all'], undefined, 'has no action "grind-sack"'],
    [['grind-sack', '--all'], undefined, 'Did you mean "grind-sacks"? Actions: grind-sacks, '],
    [['open-sack', '--all'], undefined, 'has no action "open-sack"'],
    [['grind-sacks'], undefined, 'grind-sacks runs on records, so add "--all" or "--keys".'],
    [['fill-sacks', '--all'], undefined, 'fill-sacks runs on no records, so omit "--all" and'],
    [['grind-sacks', '--all', '--keys', '1'], undefined, 'cannot be used with option'],
    [['grind-sacks', '--all', '--query', 'action=tie'], undefined, 'must not contain the param'],
    [['grind-sacks', '--all', '--payload', '{'], undefined, '"--payload" is not valid JSON.'],
    [['grind-sacks', '--all', '--payload', '[]'], undefined, '"--payload" must be a JSON object.'],
    [['grind-sacks', '--payload', '{"repositories":"all"}'], undefined, 'by "--all" or "--keys"'],
    [['grind-sacks', '--all', '--payload', '@missing'], undefined, 'cannot be read: ENOENT.'],
  ])('%j as %s ends with 2', async (words, as, message) => {
    const { code, stderr } = await run(words, { ...(as && { as }) });
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
    expect(await depot.log()).toEqual([]);
  });

  it('names a suspended account (C2.8)', async () => {
    const demo = await startDemo();
    const words = ['run', 'posts', 'publish-posts', '--all', '--as', 'suspended@example.com'];
    const { code, stderr } = await runCommand(words, { app: demo.app });
    expect([code, stderr]).toEqual([
      2,
      'The account suspended@example.com does not exist, or it is suspended or deleted.\n',
    ]);
    await demo.close();
  });

  it('names the resources if the key is unknown', async () => {
    const words = ['run', 'sack', 'grind-sacks', '--all', '--as', 'head@depot'];
    const { code, stderr } = await runCommand(words, { app: depot.app });
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('There is no resource "sack". Did you mean "sacks"? Resources: '),
    ]);
  });

  it('treats an action that the account does not see as one that does not exist (C6.2)', async () => {
    depot.actions.canSee = () => false;
    const { code, stderr } = await run(['tie', '--all']);
    expect([code, stderr]).toEqual([2, expect.stringContaining('has no action "tie"')]);
    expect(stderr).not.toMatch(/Actions:.*\btie\b/);
  });
});

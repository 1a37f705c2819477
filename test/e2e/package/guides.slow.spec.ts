import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadBetterSqlite } from '../../../src/database/engines/sqlite/load-better-sqlite.js';
import { followSteps, type Outcome } from '../../support/pages/follow-steps.js';
import { changed, Page, type PageRequest, type Step } from '../../support/pages/page.js';
import { printWithoutFlags } from '../../support/pages/print-response.js';
import { PackedApplication } from './packed-application.js';

const MINUTES = 60_000;

/** What the pages show as the time of a write. */
const NOW = '2026-01-31T12:00:00.000Z';

/** Sends the requests whose block shows no header. */
const ACCOUNT = 'ann@example.com';

/** A page, and what it leaves to its reader. */
interface Guide {
  readonly name: string;
  /** The languages of blocks that only illustrate, or that another test covers. */
  readonly illustrations?: readonly string[];
}

const guides: readonly Guide[] = [
  { name: 'own-application' },
  {
    name: 'existing-database',
    // The report of mistakes that test/e2e/guide/existing-database.spec.ts makes.
    illustrations: ['text'],
  },
  { name: 'testing' },
  { name: 'extending' },
];

/** The application of a reader who follows one page from its beginning. */
class Reader {
  private address: string | null = null;
  private readonly tokens = new Map<string, string>();
  private readonly database: string;

  constructor(
    private readonly application: PackedApplication,
    { name }: Guide,
  ) {
    this.database = join(application.root, 'var', `${name}.sqlite`);
  }

  /** Does one step. Paths of the demo are those of an application. */
  async follow(step: Step): Promise<Outcome> {
    const path = 'path' in step ? step.path.replace(/^demo\/resources\//, 'src/') : '';
    if (step.kind === 'file') this.write(path, step.code);
    if (step.kind === 'change') this.change(path, step.code);
    if (step.kind === 'sql') this.execute(step.script);
    if (step.kind === 'request') return this.request(step.request);
    return { output: step.kind === 'shell' ? await this.shell(step.script) : '' };
  }

  private change(path: string, diff: string): void {
    const file = join(this.application.root, path);
    writeFileSync(file, changed(readFileSync(file, 'utf8'), diff));
  }

  /** Runs a script of the application's package.json. */
  script(name: string): Promise<string> {
    return this.application.run('npm', ['run', '--silent', name], this.variables);
  }

  private write(path: string, code: string): void {
    const file = join(this.application.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }

  /** Runs statements of another application on the database. */
  private execute(script: string): void {
    mkdirSync(dirname(this.database), { recursive: true });
    const database = new (loadBetterSqlite())(this.database);
    database.exec(script);
    database.close();
  }

  /** The application has been created and installed already; a service stays in the background. */
  private async shell(script: string): Promise<string> {
    const printed: string[] = [];
    for (const line of script.split('\n')) {
      if (/^(npx resource-api new .*|cd [\w-]+|npm install)$/.test(line)) continue;
      if (/^(npm start|node dist\/[\w-]+\.js)$/.test(line)) await this.start(line);
      else printed.push(await this.application.run('sh', ['-ec', line], this.variables));
    }
    return printed.filter((text) => text !== '').join('\n');
  }

  private async start(command = 'npm start'): Promise<void> {
    this.address = await this.application.start(command, this.variables);
  }

  private async request({ method, path, account, headers, body }: PageRequest): Promise<Outcome> {
    if (this.address === null) await this.start();
    const isSignedIn = account !== null || Object.keys(headers).length === 0;
    const response = await fetch(this.address! + path, {
      method,
      headers: {
        ...(body !== null && { 'content-type': 'application/json' }),
        ...(isSignedIn && { authorization: `Bearer ${await this.tokenOf(account ?? ACCOUNT)}` }),
        ...headers,
      },
      ...(body !== null && { body }),
    });
    const text = await response.text();
    const printed = text === '' ? '' : printWithoutFlags(JSON.parse(text));
    return {
      status: response.status,
      output: printed.replace(/(?<="(?:created|updated)_at": ")[^"]+/g, NOW),
    };
  }

  private async tokenOf(account: string): Promise<string> {
    const cli = (...words: readonly string[]) =>
      this.application.run('node_modules/.bin/resource-api', words, this.variables);
    const known = this.tokens.get(account);
    if (known !== undefined) return known;
    const create = ['user', 'create', '--email', account, '--password', 'correct horse'];
    await cli(...create).catch((error: unknown) => {
      if (!String(error).includes('already exists')) throw error;
    });
    const token = await cli('token', 'create', '--email', account);
    this.tokens.set(account, token);
    return token;
  }

  private get variables(): Readonly<Record<string, string>> {
    return { DATABASE_URL: `sqlite:${this.database}`, STORAGE_PATH: 'var/storage', PORT: '0' };
  }
}

describe('The guides, in an application from the packed tarball (issue 20, 10)', () => {
  let application: PackedApplication;
  beforeAll(async () => {
    application = await PackedApplication.create('book-shop');
  }, 15 * MINUTES);
  afterAll(() => application?.dispose());

  describe.each(guides)('docs/guide/$name.md', (guide) => {
    const page = Page.guide(guide.name);
    const steps = page.steps.filter(({ kind }) => kind !== 'other');
    let done = 0;
    let reader: Reader;
    beforeAll(async () => {
      await application.reset();
      reader = new Reader(application, guide);
    });
    afterAll(() => application.stop());

    it('has steps, and only these illustrations', () => {
      const others = page.stepsOf('other').map(({ language }) => language);
      expect(others).toEqual(guide.illustrations ?? []);
      expect(steps.length).toBeGreaterThan(1);
    });

    followSteps(
      page,
      steps,
      async (step) => {
        // A step that failed leaves the reader somewhere else.
        expect(steps.indexOf(step)).toBe(done);
        const outcome = await reader.follow(step);
        done += 1;
        return outcome;
      },
      { timeout: 5 * MINUTES },
    );

    it(
      'leaves an application whose sources compile, and whose definitions have no faults',
      async () => {
        await application.run('npm', ['run', '--silent', 'typecheck']);
        await reader.script('migrate');
        await reader.script('check');
      },
      5 * MINUTES,
    );
  });
});

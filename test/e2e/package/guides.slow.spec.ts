import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { loadBetterSqlite } from '../../../src/database/engines/sqlite/load-better-sqlite.js';
import { printJson } from '../../unit/docs/generated-blocks.js';
import { printResponse } from '../guide/guide-page.js';
import { changed, stepsOf, type GuideRequest, type GuideStep } from './guide-steps.js';
import { PackedApplication } from './packed-application.js';

const MINUTES = 60_000;

/** What the pages show as the time of a write. */
const NOW = '2026-01-31T12:00:00.000Z';

/** A page, and what it leaves to its reader. */
interface Guide {
  readonly page: string;
  /** The languages of blocks that only illustrate, or that another test covers. */
  readonly illustrations?: readonly string[];
}

const guides: readonly Guide[] = [
  { page: 'own-application' },
  {
    page: 'existing-database',
    // The report of mistakes that test/e2e/guide/existing-database.spec.ts makes.
    illustrations: ['text'],
  },
  { page: 'testing' },
  { page: 'extending' },
];

/** The application of a reader who follows one page from its beginning. */
class Reader {
  private address: string | null = null;
  private readonly tokens = new Map<string, string>();
  private readonly database: string;

  constructor(
    private readonly application: PackedApplication,
    { page }: Guide,
  ) {
    this.database = join(application.root, 'var', `${page}.sqlite`);
  }

  /** Does one step, and returns what the page shows of it, with what was shown in reality. */
  async follow(step: GuideStep): Promise<{ readonly shown: string; readonly actual: string }> {
    if (step.kind === 'file') this.write(step.path, step.code);
    if (step.kind === 'change') this.change(step.path, step.diff);
    if (step.kind === 'sql') this.execute(step.script);
    if (step.kind === 'request') return this.request(step.request);
    if (step.kind !== 'shell') return { shown: '', actual: '' };
    const printed = await this.shell(step.script);
    return { shown: step.prints ?? '', actual: step.prints === null ? '' : printed };
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

  private async request({ method, path, headers, body, status, response }: GuideRequest) {
    if (this.address === null) await this.start();
    const { status: actual, text } = await this.send(method, path, body, headers);
    const printed = text === '' ? '' : printResponse(JSON.parse(text));
    const fixed = printed.replace(/(?<="(?:created|updated)_at": ")[^"]+/g, NOW);
    return {
      shown: `${status}\n${response === null ? '' : printJson(JSON.parse(response))}`,
      actual: `${actual}\n${response === null ? '' : fixed}`,
    };
  }

  private async send(
    method: string,
    path: string,
    body: string | null,
    shown: Readonly<Record<string, string>>,
  ) {
    const { Authorization: authorization, ...others } = shown;
    const [, account] = /^Bearer <token of (\S+)>$/.exec(authorization ?? '') ?? [];
    const isSignedIn = account !== undefined || Object.keys(shown).length === 0;
    const response = await fetch(this.address! + path, {
      method,
      headers: {
        ...(body !== null && { 'content-type': 'application/json' }),
        ...(isSignedIn && { authorization: `Bearer ${await this.tokenOf(account)}` }),
        ...others,
      },
      ...(body !== null && { body }),
    });
    return { status: response.status, text: await response.text() };
  }

  private async tokenOf(account = 'ann@example.com'): Promise<string> {
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

const titleOf = (step: GuideStep): string => {
  if (step.kind === 'request') return `${step.request.method} ${step.request.path}`;
  if (step.kind === 'shell' || step.kind === 'sql') return step.script.split('\n', 1)[0]!;
  return step.kind === 'other' ? step.language : `${step.kind} ${step.path}`;
};

/** With `UPDATE_DOCS=1` the page gets the actual response. */
function keep(page: string, step: GuideStep, actual: string): void {
  if (process.env.UPDATE_DOCS !== '1' || step.kind !== 'request') return;
  const [, ...lines] = actual.split('\n');
  const path = `docs/guide/${page}.md`;
  const fenced = (json: string) => `\`\`\`json\n${json}\n\`\`\``;
  const text = readFileSync(path, 'utf8');
  if (step.request.response !== null)
    writeFileSync(
      path,
      text.replace(fenced(step.request.response), () => fenced(lines.join('\n'))),
    );
}

describe('The guides, in an application from the packed tarball (issue 20, 10)', () => {
  let application: PackedApplication;
  beforeAll(async () => {
    application = await PackedApplication.create('book-shop');
  }, 15 * MINUTES);
  afterAll(() => application?.dispose());

  describe.each(guides)('docs/guide/$page.md', (guide) => {
    const blocks = stepsOf(readFileSync(`docs/guide/${guide.page}.md`, 'utf8'));
    const steps = blocks.filter(({ kind }) => kind !== 'other');
    const done = new Set<number>();
    let reader: Reader;
    beforeAll(async () => {
      await application.reset();
      reader = new Reader(application, guide);
    });
    afterAll(() => application.stop());

    it('has steps, and only these illustrations', () => {
      const others = blocks.flatMap((step) => (step.kind === 'other' ? [step.language] : []));
      expect(others).toEqual(guide.illustrations ?? []);
      expect(steps.length).toBeGreaterThan(1);
    });

    it.each(steps.map((step, at) => [titleOf(step), at, step] as const))(
      'works: %s',
      async (_title, at, step) => {
        // A step that failed leaves the reader somewhere else.
        expect(done.size).toBe(at);
        const { shown, actual } = await reader.follow(step);
        keep(guide.page, step, actual);
        if (process.env.UPDATE_DOCS !== '1') expect(actual).toBe(shown);
        done.add(at);
      },
      5 * MINUTES,
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

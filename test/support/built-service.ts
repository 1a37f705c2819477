import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { join, resolve } from 'node:path';
import type { DemoAccount } from './demo-app.js';
import type { Answered, Asked, Service } from './service.js';

/** What `npm run build` reads, beside the packages. */
const SOURCES = ['package.json', '.swcrc', 'scripts/build', 'src'];

/** What `npm run build` makes, in a folder of its own, and the demo that it serves there as a process. Stop it. */
export class BuiltService implements Service {
  private readonly folder: string;
  private readonly tokens = new Map<DemoAccount, string>();
  private child: ChildProcess | undefined;
  private startedAt = '';

  constructor() {
    mkdirSync('var', { recursive: true });
    this.folder = resolve(mkdtempSync('var/built-'));
    for (const source of SOURCES) cpSync(source, join(this.folder, source), { recursive: true });
    this.build('build');
  }

  /** When it was built; milliseconds. */
  get builtAt(): number {
    return statSync(join(this.folder, 'dist/main.js')).mtimeMs;
  }

  /** @throws Error with what the build printed, where it fails */
  build(script: 'build' | 'build:changed'): void {
    execFileSync('npm', ['run', script], { cwd: this.folder, stdio: ['ignore', 'ignore', 'pipe'] });
  }

  /** Installs a package of one file. */
  install(name: string, text: string): void {
    const folder = join(this.folder, 'node_modules', name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'index.js'), text);
  }

  /** Changes a file that a build reads. */
  change(file: string, change: (text: string) => string): void {
    const path = join(this.folder, file);
    writeFileSync(path, change(readFileSync(path, 'utf8')));
  }

  /** `http://127.0.0.1:PORT`, once it has started. */
  get address(): string {
    return this.startedAt;
  }

  /** The scripts in `dist/`. */
  get scripts(): readonly string[] {
    return readdirSync(join(this.folder, 'dist')).filter((file) => file.endsWith('.js'));
  }

  /** Starts the service, and waits for the address that it prints. */
  async start(url: string): Promise<void> {
    const own = { DATABASE_URL: url, STORAGE_PATH: 'storage', PORT: '0', LOG_LEVEL: 'silent' };
    const child = spawn(process.execPath, ['dist/main.js'], {
      cwd: this.folder,
      env: { PATH: process.env.PATH, ...own },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.child = child;
    for await (const line of createInterface(child.stdout)) {
      const [, address] = /API +(http:\S+)\/api/.exec(line) ?? [];
      if (address === undefined) continue;
      this.startedAt = address;
      return;
    }
    throw new Error('The service ended before it printed its address.');
  }

  /** What a command of `dist/` prints. */
  run(file: string, ...args: readonly string[]): string {
    return execFileSync(process.execPath, [join('dist', file), ...args], { cwd: this.folder, encoding: 'utf8' });
  }

  /** What a module prints that is run beside `dist/`. */
  evaluate(script: string): string {
    const args = ['--enable-source-maps', '--input-type=module', '--eval', script];
    return execFileSync(process.execPath, args, { cwd: this.folder, encoding: 'utf8' });
  }

  async ask({ method, url, headers, payload }: Asked): Promise<Answered> {
    const sent = request(`${this.address}/`, { method, path: url, headers });
    sent.end(payload);
    const [answer] = (await once(sent, 'response')) as [
      NodeJS.ReadableStream & { statusCode: number; headers: object },
    ];
    return { statusCode: answer.statusCode, headers: { ...answer.headers }, body: await text(answer) };
  }

  async tokenOf(account: DemoAccount): Promise<string> {
    const token = this.tokens.get(account) ?? (await this.signIn(account));
    this.tokens.set(account, token);
    return token;
  }

  async stop(): Promise<void> {
    if (this.child?.kill('SIGTERM')) await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async signIn(account: DemoAccount): Promise<string> {
    const login = await this.ask({
      method: 'POST',
      url: '/api/login',
      headers: { 'content-type': 'application/json' },
      payload: JSON.stringify({ email: `${account}@example.com`, password: 'password' }),
    });
    return (JSON.parse(login.body) as { access_token: string }).access_token;
  }
}

import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { join, resolve } from 'node:path';

/** What `npm run build` reads, beside the packages. */
const SOURCES = ['package.json', 'nest-cli.json', 'tsconfig.json', '.swcrc', 'scripts/bundle.mjs', 'src'];

let folder: string;
let service: ChildProcess | undefined;
let url: string;

/** Starts the service, and waits for the address that it prints. */
async function start(): Promise<void> {
  const own = { DATABASE_URL: 'sqlite:demo.sqlite', STORAGE_PATH: 'storage', PORT: '0', LOG_LEVEL: 'silent' };
  const child = spawn(process.execPath, ['dist/main.js'], {
    cwd: folder,
    env: { PATH: process.env.PATH, ...own },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  service = child;
  for await (const line of createInterface(child.stdout)) {
    const [, address] = /API +(http:\S+)\/api/.exec(line) ?? [];
    if (address === undefined) continue;
    url = address;
    return;
  }
  throw new Error('The service ended before it printed its address.');
}

beforeAll(async () => {
  mkdirSync('var', { recursive: true });
  folder = resolve(mkdtempSync('var/built-'));
  for (const source of SOURCES) cpSync(source, join(folder, source), { recursive: true });
  execFileSync('npm', ['run', 'build'], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  await start();
}, 120_000);
afterAll(async () => {
  if (service?.kill('SIGTERM')) await once(service, 'exit');
  rmSync(folder, { recursive: true, force: true });
});

describe('What npm run build makes', () => {
  it('is a few files, and no module of its own for each', () => {
    const scripts = readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.js'),
    );
    expect(scripts).toEqual(expect.arrayContaining(['main.js', 'index.js', 'user.command.js']));
    expect(scripts.length).toBeLessThan(60);
  });

  it('answers requests', async () => {
    expect(await (await fetch(`${url}/api/users`)).json()).toMatchObject({ code: 'unauthenticated' });
    const payload = JSON.stringify({ email: 'reader@example.com', password: 'password' });
    const headers = { 'content-type': 'application/json' };
    const login = await fetch(`${url}/api/login`, { method: 'POST', headers, body: payload });
    const { access_token: token } = (await login.json()) as { access_token: string };
    const posts = await fetch(`${url}/api/posts?include=user`, { headers: { authorization: `Bearer ${token}` } });
    expect(posts.status).toBe(200);
  });

  it('serves the script of the reference page', async () => {
    const script = await fetch(`${url}/docs/assets/reference.js`);
    expect([script.status, script.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect((await script.text()).length).toBeGreaterThan(100);
  });

  it('has the commands', () => {
    const report = execFileSync(process.execPath, ['dist/resources-check.command.js'], {
      cwd: folder,
      encoding: 'utf8',
    });
    expect(report).toContain('publish-posts');
  });
});

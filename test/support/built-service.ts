import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { createInterface } from 'node:readline';
import { copyProject } from './copied-project.js';
import type { DemoAccount } from './demo-app.js';
import { Logins, type Service, type ServiceRequest, type ServiceResponse } from './service.js';

/**
 * The output of `npm run build` in a folder of its own, and the demo that it serves as a process.
 * Stop it.
 */
export class BuiltService implements Service {
  private readonly folder = copyProject();
  private readonly logins = new Logins((asked) => this.request(asked));
  private child: ChildProcess | undefined;
  private startedAt = '';

  constructor() {
    execFileSync('npm', ['run', 'build'], {
      cwd: this.folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  }

  /** `http://127.0.0.1:PORT`, once it has started. */
  get address(): string {
    return this.startedAt;
  }

  /** Starts the service, and waits for the address that it prints. */
  async start(url: string): Promise<void> {
    const own = { DATABASE_URL: url, STORAGE_PATH: 'storage', PORT: '0', LOG_LEVEL: 'silent' };
    const child = spawn(process.execPath, ['dist/demo/main.js'], {
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

  /**
   * Returns the output of the command line, with the service's own settings.
   *
   * @throws Error with its error output, if it fails
   */
  run(...args: readonly string[]): string {
    const named =
      args[0] === '--deployment' ? args : ['--deployment', 'dist/demo/deployment.js', ...args];
    return execFileSync(process.execPath, ['dist/src/tooling/cli/main.js', ...named], {
      cwd: this.folder,
      encoding: 'utf8',
      env: { PATH: process.env.PATH, PORT: new URL(this.address).port },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  async request({ method, url, headers, payload }: ServiceRequest): Promise<ServiceResponse> {
    const sent = request(`${this.address}/`, { method, path: url, headers });
    sent.end(payload);
    const [response] = (await once(sent, 'response')) as [
      NodeJS.ReadableStream & { statusCode: number; headers: object },
    ];
    return {
      statusCode: response.statusCode,
      headers: { ...response.headers },
      body: await text(response),
    };
  }

  tokenOf(account: DemoAccount): Promise<string> {
    return this.logins.tokenOf(account);
  }

  async stop(): Promise<void> {
    if (this.child?.kill('SIGTERM')) await once(this.child, 'exit');
    rmSync(this.folder, { recursive: true, force: true });
  }
}

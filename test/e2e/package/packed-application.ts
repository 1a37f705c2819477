import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { packPackage } from './pack-package.js';

const execute = promisify(execFile);

/** An application that `resource-api new` made of the packed tarball, outside the repository. */
export class PackedApplication {
  private child: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    readonly root: string,
  ) {}

  /** Packs, makes and installs the application; takes minutes. */
  static async create(name: string): Promise<PackedApplication> {
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-new-'));
    const application = new PackedApplication(folder, join(folder, name));
    const tarball = await packPackage(folder);
    const main = join(folder, 'project/dist/src/tooling/cli/main.js');
    const words = ['new', name, '--package', `file:${tarball}`];
    await execute(process.execPath, [main, ...words], { cwd: folder });
    await application.install();
    cpSync(join(application.root, 'src'), join(folder, 'pristine'), { recursive: true });
    return application;
  }

  /**
   * Runs a command in the application and returns what it prints.
   *
   * @param variables environment variables, in addition to a quiet log
   */
  async run(
    command: string,
    words: readonly string[],
    variables: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    const env = { ...this.environment, CI: '1', NO_COLOR: '1', ...variables };
    try {
      return (await execute(command, words, { cwd: this.root, env })).stdout.trim();
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${command} ${words.join(' ')} failed:\n${stdout}\n${stderr}`, {
        cause: error,
      });
    }
  }

  /**
   * Starts the service in the background, instead of one that runs, and waits until it listens.
   *
   * @param command a shell command, such as `npm start`
   * @returns the address
   */
  async start(
    command = 'npm start',
    variables: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    await this.stop();
    const child = spawn('sh', ['-c', command], {
      cwd: this.root,
      env: { ...this.environment, PORT: '0', ...variables },
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    });
    this.child = child;
    for await (const line of createInterface(child.stdout)) {
      const [, address] = /listens on (http:\S+)/.exec(line) ?? [];
      if (address === undefined) continue;
      child.stdout.resume();
      return address;
    }
    throw new Error('The service ended before it listened.');
  }

  /** Stops the service. It is a group, since npm does not pass a signal on to its shell. */
  async stop(): Promise<void> {
    const { child } = this;
    this.child = undefined;
    if (child?.exitCode !== null) return;
    const closed = once(child, 'close');
    process.kill(-child.pid!, 'SIGTERM');
    await closed;
  }

  /** Removes what was added since the application was made. */
  async reset(): Promise<void> {
    await this.stop();
    for (const name of ['src', 'dist', 'var'])
      rmSync(join(this.root, name), { recursive: true, force: true });
    cpSync(join(this.folder, 'pristine'), join(this.root, 'src'), { recursive: true });
  }

  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  private get environment(): Readonly<Record<string, string>> {
    const { PATH = '', HOME = '' } = process.env;
    return { PATH, HOME, LOG_LEVEL: 'warn' };
  }

  /** Installs without scripts: the repository has compiled the driver of SQLite. */
  private async install(): Promise<void> {
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await this.run('npm', ['install', ...options]);
    const driver = join(this.root, 'node_modules/better-sqlite3');
    const [major] = process.versions.node.split('.');
    rmSync(driver, { recursive: true });
    symlinkSync(
      resolve('node_modules', Number(major) < 22 ? 'better-sqlite3' : 'better-sqlite3-13'),
      driver,
    );
  }
}

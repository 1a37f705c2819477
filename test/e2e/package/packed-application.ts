import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { packPackage } from './pack-package.js';

const execute = promisify(execFile);

const isInstalled = (name: string): boolean =>
  name === 'node_modules' || name === 'package-lock.json';

/** An application that `resource-api new` made of the packed tarball, outside the repository. */
export class PackedApplication {
  readonly root: string;
  private child: ChildProcess | undefined;

  private constructor(
    /** Contains the package as it was packed, and the applications. */
    private readonly folder: string,
    private readonly tarball: string,
    private readonly name: string,
  ) {
    this.root = join(folder, name);
  }

  /**
   * Packs, makes and installs an application; takes minutes.
   *
   * @param words the name, and further words of `resource-api new`
   */
  static async create(...words: readonly [name: string, ...string[]]): Promise<PackedApplication> {
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-new-'));
    const application = new PackedApplication(folder, await packPackage(folder), words[0]);
    await application.make(words);
    return application;
  }

  /** Makes and installs another application of the same tarball, beside this one. */
  async another(...words: readonly [name: string, ...string[]]): Promise<PackedApplication> {
    const application = new PackedApplication(this.folder, this.tarball, words[0]);
    await application.make(words);
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

  /** Removes what was added since the application was made, except packages. */
  async reset(): Promise<void> {
    await this.stop();
    for (const name of readdirSync(this.root).filter((name) => !isInstalled(name)))
      rmSync(join(this.root, name), { recursive: true, force: true });
    cpSync(this.pristine, this.root, { recursive: true });
  }

  /**
   * Installs the packages of package.json, and these, without scripts: the repository has compiled
   * the driver of SQLite.
   *
   * @param added packages for `npm install --save-dev`
   */
  async install(...added: readonly string[]): Promise<void> {
    const saved = added.length > 0 ? ['--save-dev', ...added] : [];
    const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund'];
    await this.run('npm', ['install', ...saved, ...options]);
    const driver = join(this.root, 'node_modules/better-sqlite3');
    const [major] = process.versions.node.split('.');
    rmSync(driver, { recursive: true });
    symlinkSync(
      resolve('node_modules', Number(major) < 22 ? 'better-sqlite3' : 'better-sqlite3-13'),
      driver,
    );
  }

  /** Removes the package and every application that was made of it. */
  async dispose(): Promise<void> {
    await this.stop();
    rmSync(this.folder, { recursive: true });
  }

  private get pristine(): string {
    return join(this.folder, `pristine-${this.name}`);
  }

  private get environment(): Readonly<Record<string, string>> {
    const { PATH = '', HOME = '' } = process.env;
    return { PATH, HOME, LOG_LEVEL: 'warn' };
  }

  private async make(words: readonly string[]): Promise<void> {
    const main = join(this.folder, 'project/dist/src/cli/main.js');
    const all = [main, 'new', ...words, '--package', `file:${this.tarball}`];
    await execute(process.execPath, all, { cwd: this.folder });
    cpSync(this.root, this.pristine, { recursive: true });
    await this.install();
  }
}

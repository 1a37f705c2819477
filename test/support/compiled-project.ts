import { transformFileSync } from '@swc/core';
import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { dirname, join, resolve } from 'node:path';
import type { Readable, Writable } from 'node:stream';

/** The demo resolves the package by its name here, too. */
const description = {
  name: 'resource-api',
  version: '0.0.0',
  type: 'module',
  exports: {
    '.': './src/index.js',
    './cli': './src/cli/index.js',
    './testing': './src/testing/index.js',
    './testing/jest': './src/testing/jest.js',
    './testing/vitest': './src/testing/vitest.js',
  },
};

type SpawnedProcess = ChildProcessByStdio<Writable, Readable, null>;

const asModule = (path: string): string => path.replace(/\.ts$/, '.js');

/**
 * Folders of the project, compiled, whose files run as processes that may be killed. Remove it
 * after the last test of the file; processes that still run end with it.
 */
export class CompiledProject {
  readonly folder: string;
  private readonly children: ChildProcess[] = [];

  constructor(...folders: readonly string[]) {
    mkdirSync('var', { recursive: true });
    this.folder = resolve(mkdtempSync('var/compiled-'));
    writeFileSync(join(this.folder, 'package.json'), JSON.stringify(description));
    symlinkSync(resolve('node_modules'), join(this.folder, 'node_modules'));
    for (const folder of folders) this.compile(folder);
  }

  /**
   * Starts a file, by its path in the project.
   *
   * @returns the process, and the first line that it prints
   */
  async start(
    path: string,
    environment: Readonly<Record<string, string>>,
  ): Promise<[ChildProcess, string]> {
    const child = this.spawn(path, environment);
    for await (const line of createInterface(child.stdout)) return [child, line];
    throw new Error(`${path} ended before it printed a line.`);
  }

  /** The arguments of Node.js that start the demo, of the compiled folders `src` and `demo`. */
  get demo(): readonly string[] {
    const deployment = join(this.folder, 'demo/deployment.js');
    return [join(this.folder, 'src/cli/main.js'), 'start', '--deployment', deployment];
  }

  /** Starts a file without waiting. */
  spawn(
    path: string,
    environment: Readonly<Record<string, string>>,
    words: readonly string[] = [],
  ): SpawnedProcess {
    return this.spawnNode([join(this.folder, asModule(path)), ...words], environment);
  }

  /** Starts the demo as `npm start` does, without waiting. */
  spawnDemo(environment: Readonly<Record<string, string>>): SpawnedProcess {
    return this.spawnNode(this.demo, environment);
  }

  private spawnNode(
    words: readonly string[],
    environment: Readonly<Record<string, string>>,
  ): SpawnedProcess {
    const child = spawn(process.execPath, words, {
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.children.push(child);
    return child;
  }

  remove(): void {
    for (const child of this.children) child.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
  }

  private compile(folder: string): void {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
      (file) => /\.[jt]s$/.test(file) && !file.endsWith('.d.ts'),
    );
    for (const file of files) {
      const target = join(this.folder, folder, asModule(file));
      mkdirSync(dirname(target), { recursive: true });
      writeFileSync(
        target,
        transformFileSync(join(folder, file), { configFile: '.swcrc', sourceMaps: false }).code,
      );
    }
  }
}

import { spawn, type ChildProcess, type ChildProcessByStdio } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { compiledPath } from './compiled-path.js';

/** Processes of a test file that may be killed. End them after its last test. */
export class TestProcesses {
  private readonly children: ChildProcess[] = [];

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

  /** Starts a file without waiting. */
  spawn(
    path: string,
    environment: Readonly<Record<string, string>>,
  ): ChildProcessByStdio<Writable, Readable, null> {
    const child = spawn(process.execPath, [compiledPath(path)], {
      env: { ...process.env, ...environment },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.children.push(child);
    return child;
  }

  end(): void {
    for (const child of this.children) child.kill('SIGKILL');
  }
}

import { EventEmitter } from 'node:events';
import { Readable, Writable } from 'node:stream';
import type { INestApplicationContext } from '@nestjs/common';
import type { CliCall, CliCommand } from '../../src/tooling/cli/program/cli-command.js';
import { commands } from '../../src/tooling/cli/commands/index.js';
import { runCli } from '../../src/tooling/cli/program/run-cli.js';

export interface CommandOutcome {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Replaced extends Partial<Pick<CliCall, 'load'>> {
  /** The application that commands run in. */
  readonly app?: INestApplicationContext;
  readonly commands?: readonly CliCommand[];
  readonly folder?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly stdin?: string;
  readonly isTTY?: boolean;
  /** Emits the signals of the process. */
  readonly signals?: EventEmitter;
}

/** Runs a command line of `resource-api` in this process. */
export async function runCommand(
  words: readonly string[],
  {
    app,
    load,
    stdin = '',
    isTTY = false,
    folder = process.cwd(),
    env = {},
    signals = new EventEmitter(),
    ...others
  }: Replaced = {},
): Promise<CommandOutcome> {
  const [stdout, stderr] = [new Collected(), new Collected()];
  const code = await runCli(
    words,
    others.commands ?? commands,
    {
      env,
      folder,
      stdin: Readable.from([stdin]),
      stdout,
      signals,
      stderr: Object.assign(stderr, { isTTY }),
    },
    { ...(load && { load }), ...(app && { inContext: (work) => work(app) }) },
  );
  return { code, stdout: stdout.text, stderr: stderr.text };
}

class Collected extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

import { CommanderError } from 'commander';
import { buildProgram, type ParsedOptions } from './build-program.js';
import type { CliCall, CliCommand, CliProcess, CommandResult } from './cli-command.js';
import { CommandError, UsageError } from './errors.js';
import { loadDeployment } from './load-deployment.js';
import { packageManifest } from './package-manifest.js';
import { Progress } from './progress.js';

/** 0: done. 1: failed. 2: the command line is wrong. */
export type ExitCode = 0 | 1 | 2;

/**
 * Runs a command line and returns the exit code. Results are printed to the standard output, errors
 * and progress to the standard error.
 *
 * @param replaced what tests use in place of a deployment
 */
export async function runCli(
  words: readonly string[],
  commands: readonly CliCommand[],
  process: CliProcess,
  replaced: Partial<Pick<CliCall, 'load' | 'inContext'>> = {},
): Promise<ExitCode> {
  const asJson = words.includes('--json');
  let exitCode: ExitCode = 0;
  const program = buildProgram(
    commands,
    packageManifest().version,
    process,
    async (command, args, options) => {
      const result = await command.run({
        ...callOf(args, options, process),
        ...replaced,
      } as CliCall<never>);
      if (result) print(result, asJson, process);
      exitCode = result?.exitCode ?? 0;
    },
  );
  try {
    await program.parseAsync([...words], { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.code === 'commander.help' ? 2 : 0;
    const { message, data = { message } } = await describeFailure(error);
    process.stderr.write(`${asJson ? JSON.stringify({ error: data }) : message}\n`);
    return error instanceof UsageError ? 2 : 1;
  }
}

function callOf(args: readonly unknown[], options: ParsedOptions, process: CliProcess): CliCall {
  const { deployment, json, ...own } = options;
  const watched = process.stderr.isTTY === true && json !== true;
  const load = () => loadDeployment(deployment as string | undefined, process.folder);
  return {
    args,
    options: own,
    process,
    load,
    inContext: async (work) => {
      const { runInContext } = await import('./run-in-context.js');
      return runInContext({ load, process }, work);
    },
    progress: (label, total) => new Progress(watched ? process.stderr : null, label, total),
  };
}

function print({ text, data }: CommandResult, asJson: boolean, { stdout }: CliProcess): void {
  stdout.write(`${asJson ? JSON.stringify(data ?? null, null, 2) : text}\n`);
}

async function describeFailure(
  error: unknown,
): Promise<{ readonly message: string; readonly data?: object }> {
  if (error instanceof UsageError || error instanceof CommandError) return error;
  const { describeStartFailure } = await import('../../../app/describe-start-failure.js');
  return { message: describeStartFailure(error) };
}

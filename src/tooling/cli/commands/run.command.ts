import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { INestApplicationContext } from '@nestjs/common';
import { Argument, Option } from 'commander';
import type { RunDone } from '../../../base/errors/index.js';
import type { CliCall, CliCommand, CliProcess, CommandResult } from '../program/cli-command.js';
import { UsageError } from '../program/errors.js';
import type { RequestedRun } from '../tasks/run-action-as.js';

interface Options {
  readonly as: string;
  readonly all?: true;
  readonly keys?: string;
  readonly payload?: string;
  readonly query?: string;
}

/** `resource-api run` */
export const run: CliCommand = {
  name: 'run',
  about:
    'Runs an index action or a standalone action with the rights of an account. SIGINT and SIGTERM end a run over all records after its current chunk.',
  arguments: [
    new Argument('<resource>', 'the key of the resource'),
    new Argument('<action>', 'the key of the action'),
  ],
  options: [
    new Option(
      '--as <email>',
      'the identifier of the account, such as its email address',
    ).makeOptionMandatory(),
    new Option('--all', 'runs an index action on all records that the account may use'),
    new Option('--keys <keys>', 'runs an index action on these records: 1,2,3').conflicts('all'),
    new Option('--query <query>', 'filters the records, as over HTTP: state=open'),
    new Option('--payload <json>', 'a JSON object, or @file for a file that contains it'),
  ],
  json: true,
  examples: [
    'run posts publish-posts --all --query status=draft --as ann@example.org',
    'run posts import-posts --payload \'{"count":10}\' --as ann@example.org',
  ],
  async run(call: CliCall<Options>) {
    const requested = await requestedRun(call);
    return call.inContext((app) => runIn(app, requested, call));
  },
};

async function requestedRun({ args, options, process }: CliCall<Options>): Promise<RequestedRun> {
  const [resource, action] = args as [string, string];
  return {
    resource,
    action,
    account: options.as,
    repositories: options.all ? 'all' : options.keys?.split(','),
    payload: await payloadOf(options, process),
    query: (options.query ?? '').replace(/^\?/, ''),
  };
}

/** @throws CommandError that contains how far the run got */
async function runIn(
  app: INestApplicationContext,
  requested: RequestedRun,
  { process, progress }: CliCall<Options>,
): Promise<CommandResult> {
  const [{ runActionAs }, { describeRunFailure }, { runBar, countedRecords }] = await Promise.all([
    import('../tasks/run-action-as.js'),
    import('../tasks/describe-run-failure.js'),
    import('../tasks/run-bar.js'),
  ]);
  const { action, repositories } = requested;
  const isOnAll = repositories === 'all';
  const stop = new AbortController();
  const shown = progress('Running:');
  const ignore = onSignal(isOnAll ? process : null, () => {
    shown.end();
    process.stderr.write('Stopping after the current chunk.\n');
    stop.abort();
  });
  const started = performance.now();
  let done: RunDone = { chunks: 0, records: 0 };
  const onProgress = (next: RunDone) => {
    done = next;
    shown.show(runBar(done, performance.now() - started));
  };
  try {
    const input = { signal: stop.signal, onProgress, countsTotal: true, waits: true };
    const json = await runActionAs(app, requested, input);
    const records = isOnAll ? ` on ${countedRecords(done.records)}` : '';
    return {
      text: `Ran ${action}${records}.${json === null ? '' : `\n${json}`}`,
      data: {
        result: json === null ? null : (JSON.parse(json) as unknown),
        ...(isOnAll && { records: done.records, chunks: done.chunks }),
      },
    };
  } catch (error) {
    throw error instanceof UsageError ? error : describeRunFailure(error, stop.signal.aborted);
  } finally {
    shown.end();
    ignore();
  }
}

/** @throws UsageError */
async function payloadOf({ payload }: Options, { folder }: CliProcess): Promise<object> {
  if (payload === undefined) return {};
  const parsed = parse(payload.startsWith('@') ? await read(payload.slice(1), folder) : payload);
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new UsageError('The option "--payload" must be a JSON object.');
  if ('repositories' in parsed)
    throw new UsageError('Set the records by "--all" or "--keys", not by the payload.');
  return parsed;
}

const read = (file: string, folder: string): Promise<string> =>
  readFile(resolve(folder, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(
      `The file ${file} of the option "--payload" cannot be read: ${error.code}.`,
    );
  });

function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UsageError('The option "--payload" is not valid JSON.');
  }
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Milliseconds in which a second signal is a copy: npm forwards what the terminal sends to both. */
const ECHO = 100;

/**
 * Handles the first signal; the next one ends the process.
 *
 * @param process `null` if signals are not handled
 * @returns a function that stops handling signals
 */
function onSignal(process: CliProcess | null, handle: () => void): () => void {
  let echo: NodeJS.Timeout | undefined;
  const ignore = () => {
    clearTimeout(echo);
    SIGNALS.forEach((signal) => process?.signals.off(signal, stop));
  };
  const stop = () => {
    if (echo) return;
    echo = setTimeout(ignore, ECHO).unref();
    handle();
  };
  SIGNALS.forEach((signal) => process?.signals.on(signal, stop));
  return ignore;
}

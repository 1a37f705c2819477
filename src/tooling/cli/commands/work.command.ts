import { InvalidArgumentError, Option } from 'commander';
import type { Logger } from 'pino';
import type { ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CliCall, CliCommand } from '../program/cli-command.js';
import { runService } from '../tasks/run-service.js';

interface Options {
  readonly concurrency?: number;
}

/** Runs at a time if the option leaves them to others. */
const DEFAULT = 2;

/** `resource-api work` */
export const work: CliCommand = {
  name: 'work',
  about:
    'Runs actions after their response, for services that leave it to others. Listens on no port.',
  options: [
    new Option(
      '--concurrency <n>',
      'how many at a time; default: RUN_CONCURRENCY, or 2 if that is 0',
    ).argParser(wholeNumber),
  ],
  examples: ['work', 'work --concurrency 4'],
  run: ({ load, process, options }: CliCall<Options>) =>
    runService(async () => {
      const [
        { createApplication },
        { stopOnSignals },
        { readEnvironment },
        { RunLoop },
        { LOGGER },
        { OPTIONS },
        deployment,
      ] = await Promise.all([
        import('../../../app/create-application.js'),
        import('../../../app/shutdown-on-signals.js'),
        import('../../../options/read-environment.js'),
        import('../../../addons/runs/run-loop.js'),
        import('../../../base/logging/create-logger.js'),
        import('../../../options/resource-api-options.js'),
        load(),
      ]);
      const application = await createApplication(deployment(readEnvironment(process.env)));
      await application.init();
      const { runs, limits } = application.get<ResolvedOptions>(OPTIONS, { strict: false });
      stopOnSignals(application, limits, application.get<Logger>(LOGGER, { strict: false }));
      application
        .get(RunLoop, { strict: false })
        .start(options.concurrency ?? (runs.concurrency || DEFAULT));
      process.stdout.write('The worker runs actions.\n');
    }),
};

function wholeNumber(value: string): number {
  const number = Number(value);
  if (Number.isInteger(number) && number >= 1 && number <= 100) return number;
  throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
}

import { Argument, Option } from 'commander';
import type { Kind } from '../../schematics/make.js';
import type { CliCall, CliCommand, CommandResult } from '../program/cli-command.js';
import { describeMakeReport } from '../tasks/describe-make-report.js';
import { CommandError, UsageError } from '../program/errors.js';

interface Options {
  readonly resource?: string;
  readonly sourceRoot: string;
}

interface Row {
  readonly kind: Kind;
  readonly about: string;
  readonly examples: readonly string[];
  /** Whether it belongs to a resource, which is written before its name or as an option. */
  readonly isPart?: boolean;
}

const rows: readonly Row[] = [
  {
    kind: 'resource',
    about:
      'Creates an entity, resource, policy, migration, module and test, and registers the module in the deployment.',
    examples: ['make resource book'],
  },
  {
    kind: 'policy',
    about: 'Creates a policy, and registers it with its resource.',
    examples: ['make policy book'],
  },
  {
    kind: 'action',
    about: 'Creates an action, and registers it with its resource.',
    examples: ['make action book/publish-book'],
    isPart: true,
  },
  {
    kind: 'filter',
    about: 'Creates a filter, and registers it with its resource.',
    examples: ['make filter book/recent'],
    isPart: true,
  },
  {
    kind: 'rule',
    about: 'Creates a validation rule and its test, and registers it with a module.',
    examples: ['make rule isbn'],
  },
  {
    kind: 'migration',
    about:
      'Creates a migration, and registers it with the module of its resource. A name such as add-isbn adds a column.',
    examples: ['make migration book/add-isbn'],
    isPart: true,
  },
  {
    kind: 'tool',
    about: 'Creates a tool for agents and its test, and registers it with a module.',
    examples: ['make tool count-words'],
  },
];

/** `resource-api make ...`: each writes what the schematic of its name writes. */
export const makeCommands: readonly CliCommand[] = rows.map(
  ({ kind, about, examples, isPart = false }) => ({
    name: `make ${kind}`,
    about: `${about} Files that exist are not changed.`,
    arguments: [
      new Argument(
        '<name>',
        isPart ? `the resource and the name of the ${kind}` : `the name of the ${kind}`,
      ),
    ],
    options: [
      ...(isPart
        ? [new Option('--resource <name>', 'the resource, unless the name contains it')]
        : []),
      new Option('--source-root <folder>', 'the folder of the sources').default('src'),
    ],
    json: true,
    examples,
    run: (call: CliCall<Options>) => run(kind, call),
  }),
);

async function run(
  kind: Kind,
  { args, options, process }: CliCall<Options>,
): Promise<CommandResult> {
  const [{ make }, { DiskFiles }, { MakeError, NameError }] = await Promise.all([
    import('../../schematics/make.js'),
    import('../../schematics/workspace/disk-files.js'),
    import('../../schematics/workspace/make-error.js'),
  ]);
  const files = new DiskFiles(process.folder);
  try {
    const name = args[0] as string;
    const { changes, report } = await make(kind, { ...options, name }, files, process.folder);
    files.write(changes);
    return { text: describeMakeReport(report), data: report };
  } catch (error) {
    if (error instanceof NameError) throw new UsageError(error.message);
    throw error instanceof MakeError ? new CommandError(error.message) : error;
  }
}

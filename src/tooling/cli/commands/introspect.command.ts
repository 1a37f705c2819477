import { Option } from 'commander';
import type { TableFacts } from '../../schematics/introspect/table-facts.js';
import type { CliCall, CliCommand, CommandResult } from '../program/cli-command.js';
import { CommandError, UsageError } from '../program/errors.js';
import { describeMakeReport } from '../tasks/describe-make-report.js';

interface Options {
  readonly tables?: readonly string[];
  readonly module?: string;
  readonly sourceRoot: string;
}

/** `resource-api introspect` */
export const introspectDatabase: CliCommand = {
  name: 'introspect',
  about:
    'Reads the tables of the database of DATABASE_URL, and creates an entity, resource, policy, module and test for each, with relations from its foreign keys and join tables. The policies deny everything. It changes nothing in the database. A later run adds what is new to the files, and reports what else has changed. It lists what it could not map.',
  options: [
    new Option('--tables <names>', 'the tables, separated by commas; default: all').argParser(
      (names) => names.split(',').map((name) => name.trim()),
    ),
    new Option(
      '--module <name>',
      'one module for all tables, in a folder of this name; default: a folder and a module for each table',
    ),
    new Option('--source-root <folder>', 'the folder of the sources').default('src'),
  ],
  json: true,
  examples: ['introspect --module shop', 'introspect --tables customers,orders'],
  async run({ options, process }: CliCall<Options>): Promise<CommandResult> {
    const [{ introspect, verifyApplication }, { DiskFiles }, { MakeError, NameError }] =
      await Promise.all([
        import('../../schematics/introspect/introspect.js'),
        import('../../schematics/workspace/disk-files.js'),
        import('../../schematics/workspace/make-error.js'),
      ]);
    const { tables: only = null, module = null, sourceRoot } = options;
    const files = new DiskFiles(process.folder);
    try {
      verifyApplication(files, sourceRoot);
      const { tables, ownPrefix } = await readDatabase(process.env);
      const chosen = { only, module, sourceRoot, ownPrefix };
      const made = await introspect(tables, chosen, files, process.folder);
      files.write(made.changes);
      return { text: describeMakeReport(made.report), data: made.report };
    } catch (error) {
      if (error instanceof NameError) throw new UsageError(error.message);
      throw error instanceof MakeError ? new CommandError(error.message) : error;
    }
  },
};

/** @throws CommandError if there is no database, EnvironmentError, UnopenedDatabaseError */
async function readDatabase(
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly tables: readonly TableFacts[]; readonly ownPrefix: string }> {
  const [
    { readEnvironment },
    { openExisting },
    { readSchema },
    { tableFactsOf },
    { optionsFrom },
    { maskCredentials },
  ] = await Promise.all([
    import('../../../options/read-environment.js'),
    import('../../../database/opening/open-existing.js'),
    import('../../../database/schema/read-schema.js'),
    import('../../schematics/introspect/table-facts.js'),
    import('../../../options/environment-options.js'),
    import('../../../options/checks.js'),
  ]);
  const environment = readEnvironment(env);
  const url = environment.DATABASE_URL;
  const { limits } = optionsFrom(environment);
  const database = await openExisting({ url, poolSize: 1 }, limits);
  if (database === null)
    throw new CommandError(
      `The database ${maskCredentials(url)} does not exist. Set DATABASE_URL to the address of your database.`,
    );
  try {
    const tables = tableFactsOf(await readSchema(database));
    return { tables, ownPrefix: environment.DATABASE_TABLE_PREFIX };
  } finally {
    await database.close();
  }
}

import type { Deployment } from '../create-application.js';
import { createIndexSql } from '../execution/schema/create-index.js';
import { readSchema } from '../execution/schema/read-schema.js';
import { describeReport } from '../registry/describe-report.js';
import { findMissingIndexes, findMissingTrigrams } from '../registry/missing-indexes.js';
import type { CommandResult } from './cli-command.js';
import { withComparedDatabase } from './with-compared-database.js';

/** An index that the database lacks, as `check --indexes --json` prints it. */
export interface IndexData {
  readonly table: string;
  readonly columns: readonly string[];
  readonly uses: readonly string[];
  /** What creates it. */
  readonly statements: readonly string[];
}

/** A declared index that the database cannot have; requests work without it. */
export interface ImpossibleIndex {
  readonly use: string;
  readonly reason: string;
}

const notDeployed =
  'Indexes are compared with the database itself: run the migrations, and check again.';

/**
 * Returns the indexes that the deployment's database lacks as SQL that creates them.
 *
 * @param isStrict whether a missing index is a failure
 */
export function checkIndexes<User extends object>(
  deployment: Deployment<User>,
  isStrict: boolean,
): Promise<CommandResult> {
  return withComparedDatabase(deployment, async (compared): Promise<CommandResult> => {
    const { compilation, database, reason, isDeployed } = compared;
    const { resources, report } = compilation;
    if (!resources)
      return { text: describeReport(report), data: { faults: report.faults }, exitCode: 1 };
    if (!isDeployed) return { text: `${reason} ${notDeployed}`, data: null, exitCode: 1 };
    const facts = await readSchema(database);
    const trigrams = findMissingTrigrams(resources, facts);
    const indexes = [
      ...findMissingIndexes(resources, facts).map((missing): IndexData => ({
        table: missing.table.name,
        columns: missing.columns.map(({ name }) => name),
        uses: missing.uses,
        statements: [createIndexSql(missing, facts, database.dialect)],
      })),
      ...trigrams.flatMap(({ table, column, use, create }): readonly IndexData[] =>
        typeof create === 'string'
          ? []
          : [{ table: table.name, columns: [column.name], uses: [use], statements: create }],
      ),
    ];
    const impossible = trigrams.flatMap(({ use, create }): readonly ImpossibleIndex[] =>
      typeof create === 'string' ? [{ use, reason: create }] : [],
    );
    return {
      text: describeIndexes(reason, indexes, impossible),
      data: { comparedWith: reason, indexes, impossible },
      exitCode: isStrict && indexes.length > 0 ? 1 : 0,
    };
  });
}

/** Everything but the statements is a comment of SQL. */
function describeIndexes(
  reason: string,
  indexes: readonly IndexData[],
  impossible: readonly ImpossibleIndex[],
): string {
  const found =
    indexes.length === 0
      ? 'No column lacks an index.'
      : `${indexes.length} of the indexes that requests use are missing:`;
  const notes = impossible.map(
    (index) => `-- ${index.use}, but ${index.reason}: the search reads every row.`,
  );
  const created = indexes.map(({ uses, statements }) =>
    ['', ...uses.map((use) => `-- ${use}`), ...statements.map((sql) => `${sql};`)].join('\n'),
  );
  return [`-- ${reason}`, `-- ${found}`, ...notes, ...created].join('\n');
}

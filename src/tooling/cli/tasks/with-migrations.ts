import type { DataSource, QueryRunner } from 'typeorm';
import { findPending } from '../../../database/opening/migrate.js';
import { migrated, opened } from '../../../database/failures/unopened-database-error.js';
import { migrationDataSource } from '../../../app/migration-data-source.js';
import { collectSchema } from '../../../app/database/collect-schema.js';
import { readEnvironment } from '../../../options/read-environment.js';
import type { CliCall } from '../program/cli-command.js';
import type { Progress } from '../program/progress.js';

/** The data source of a deployment for migrations, opened. */
export interface Migrations {
  readonly dataSource: DataSource;
  /** The entities whose tables belong to another application. */
  readonly existing: readonly Function[];
  /** Returns the names of migrations that have not run. */
  pending(): Promise<readonly string[]>;
  /** Runs them, and returns their names. */
  run(progress: Progress): Promise<readonly string[]>;
  /** Reverts the last migration, and returns its name; `null` if none has run. */
  revert(): Promise<string | null>;
}

/**
 * Runs work on the database of `DATABASE_URL`.
 *
 * @throws OptionsError, EnvironmentError, UnopenedDatabaseError
 */
export async function withMigrations<Result>(
  { load, process }: Pick<CliCall, 'load' | 'process'>,
  work: (migrations: Migrations) => Promise<Result>,
): Promise<Result> {
  const environment = readEnvironment(process.env);
  const factory = await load();
  const deployment = factory(environment);
  const { url } = deployment.options.database;
  const dataSource = await migrationDataSource(deployment);
  await opened(url, () => dataSource.initialize());
  try {
    return await work(
      new OpenMigrations(dataSource, collectSchema(deployment.modules).existing, url),
    );
  } finally {
    await dataSource.destroy();
  }
}

class OpenMigrations implements Migrations {
  constructor(
    readonly dataSource: DataSource,
    readonly existing: readonly Function[],
    private readonly url: string,
  ) {}

  pending(): Promise<readonly string[]> {
    return findPending(this.dataSource, this.dataSource.migrations);
  }

  async run(progress: Progress): Promise<readonly string[]> {
    for (const migration of this.dataSource.migrations) {
      const up = migration.up.bind(migration);
      migration.up = async (runner: QueryRunner) => {
        await up(runner);
        progress.advance();
      };
    }
    let names: readonly string[] = [];
    await migrated(this.url, async () => {
      names = (await this.dataSource.runMigrations()).map(({ name }) => name);
    });
    return names;
  }

  async revert(): Promise<string | null> {
    const before = new Set(await this.pending());
    await migrated(this.url, () => this.dataSource.undoLastMigration());
    return (await this.pending()).find((name) => !before.has(name)) ?? null;
  }
}

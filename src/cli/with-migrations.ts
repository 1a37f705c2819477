import type { DataSource, MigrationInterface, QueryRunner } from 'typeorm';
import { findPending } from '../execution/database/migrate.js';
import { migrated, opened } from '../execution/database/unopened-database-error.js';
import { migrationDataSource } from '../migration-data-source.js';
import { collectSchema } from '../modules/database/collect-schema.js';
import { readEnvironment } from '../options/read-environment.js';
import type { CliCall } from './cli-command.js';
import type { Progress } from './progress.js';

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
  const { existing, migrations } = collectSchema(deployment.modules);
  const dataSource = await migrationDataSource(deployment);
  const open = new OpenMigrations(dataSource, existing, url);
  dataSource.setOptions({ migrations: migrations.map((each) => open.counted(each)) });
  await opened(url, () => dataSource.initialize());
  try {
    return await work(open);
  } finally {
    await dataSource.destroy();
  }
}

class OpenMigrations implements Migrations {
  private progress: Progress | undefined;

  constructor(
    readonly dataSource: DataSource,
    readonly existing: readonly Function[],
    private readonly url: string,
  ) {}

  /** Returns a migration with the same name that also counts as progress when it has run. */
  counted(migration: Function): Function {
    const advance = () => this.progress?.advance();
    class Counted extends (migration as new () => MigrationInterface) {
      override async up(runner: QueryRunner): Promise<void> {
        await super.up(runner);
        advance();
      }
    }
    // TypeORM records migrations by the name of their class.
    Object.defineProperty(Counted, 'name', { value: migration.name });
    return Counted;
  }

  pending(): Promise<readonly string[]> {
    return findPending(this.dataSource, this.dataSource.migrations);
  }

  async run(progress: Progress): Promise<readonly string[]> {
    this.progress = progress;
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

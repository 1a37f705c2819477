import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { createDatabase } from '../../../../src/database/opening/create-database.js';
import type { Row } from '../../../../src/database/connection/database.js';
import { openExisting } from '../../../../src/database/opening/open-existing.js';
import { readSchema } from '../../../../src/database/schema/read-schema.js';
import { defaultLimits } from '../../../../src/options/limits.js';
import {
  tableFactsOf,
  type TableFacts,
} from '../../../../src/tooling/schematics/introspect/table-facts.js';
import { COMPILED, compileBeside } from '../../../support/compiled-path.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../../support/databases.js';
import { runCommand, type CommandOutcome } from '../../../support/run-command.js';

/** What `introspect --json` prints. */
export interface Report {
  readonly created: readonly string[];
  readonly updated: readonly string[];
  readonly unchanged: readonly string[];
  readonly notes: readonly string[];
}

/** An application of its own for an existing database, in a folder of the repository. */
export class IntrospectedApp {
  private constructor(
    readonly folder: string,
    readonly place: DatabaseUnderTest,
  ) {}

  /** @param statements create the tables */
  static async create(statements: readonly string[]): Promise<IntrospectedApp> {
    mkdirSync('var', { recursive: true });
    const folder = resolve(mkdtempSync('var/introspect-'));
    const place = await databaseUnderTest();
    const app = new IntrospectedApp(folder, place);
    await app.run(statements);
    await runCommand(['new', 'legacy', '--existing-database'], { folder });
    app.install();
    return app;
  }

  get root(): string {
    return join(this.folder, 'legacy');
  }

  introspect(...words: readonly string[]): Promise<CommandOutcome> {
    const env = { DATABASE_URL: this.place.url };
    return runCommand(['introspect', ...words], { folder: this.root, env });
  }

  async report(...words: readonly string[]): Promise<Report> {
    return JSON.parse((await this.introspect(...words, '--json')).stdout) as Report;
  }

  read(path: string): string {
    return readFileSync(join(this.root, path), 'utf8');
  }

  /** The contents of all sources, by their paths. */
  sources(): Readonly<Record<string, string>> {
    return Object.fromEntries(this.sourcePaths().map((path) => [path, this.read(path)]));
  }

  private sourcePaths(): readonly string[] {
    const entries = readdirSync(join(this.root, 'src'), { recursive: true, withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile())
      .map((entry) => relative(this.root, join(entry.parentPath, entry.name)))
      .sort();
  }

  /** Runs the application's module, compiled beside its sources. */
  async load<Exports>(path: string): Promise<Exports> {
    const sources = this.sourcePaths().filter((source) => source.endsWith('.ts'));
    const compiled = sources.map((source) => compileBeside(join(this.root, source)));
    const exported = (await import(join(this.root, path))) as Exports;
    for (const file of compiled) rmSync(file);
    return exported;
  }

  /** The package, compiled. */
  private install(): void {
    const packages = join(this.root, 'node_modules');
    mkdirSync(packages, { recursive: true });
    symlinkSync(COMPILED, join(packages, 'resource-api'));
  }

  /** Runs statements, and returns the rows of the last one. */
  async run(statements: readonly string[]): Promise<readonly Row[]> {
    const options = { url: this.place.url, migrate: false };
    const database = await createDatabase(options, defaultLimits, [], []);
    try {
      let rows: readonly Row[] = [];
      for (const statement of statements) rows = await database.write(statement);
      return rows;
    } finally {
      await database.close();
    }
  }

  /** The tables of the database, as they are now. */
  async tables(): Promise<readonly TableFacts[]> {
    const database = (await openExisting({ url: this.place.url }, defaultLimits))!;
    try {
      return tableFactsOf(await readSchema(database));
    } finally {
      await database.close();
    }
  }

  async dispose(): Promise<void> {
    rmSync(this.folder, { recursive: true, force: true });
    await this.place.dispose();
  }
}

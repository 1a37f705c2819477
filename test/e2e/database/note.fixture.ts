import {
  Column,
  Entity,
  PrimaryGeneratedColumn,
  type MigrationInterface,
  type QueryRunner,
} from 'typeorm';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import type { Connection, Database } from '../../../src/database/connection/database.js';
import type { FailureReport } from '../../../src/database/connection/transaction-callbacks.js';
import { defaultLimits, type Limits } from '../../../src/options/limits.js';
import { createTable } from '../../../src/database/migrations/create-table.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../../support/databases.js';

@Entity('notes')
export class Note {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 64 })
  text!: string;

  @Column({ type: Date, precision: 3, nullable: true })
  noted_at!: Date | null;
}

export class CreateNotes1700000000001 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await createTable(runner, 'notes', (type) => ({
      columns: { id: type.key, text: `${type.text(64)} not null`, noted_at: type.datetime },
      uniques: [['text']],
    }));
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table notes');
  }
}

export class CreateShelves1700000000002 implements MigrationInterface {
  /** Slow, and not repeatable, so that two concurrent runs would show. */
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('create table shelves (id int primary key)');
    await new Promise((resolve) => setTimeout(resolve, 50));
    await runner.query('insert into shelves (id) values (1)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table shelves');
  }
}

export const migrations = [CreateNotes1700000000001, CreateShelves1700000000002];

export function openNotes(
  { url }: DatabaseUnderTest,
  limits: Partial<Limits> = {},
  report: FailureReport = () => undefined,
  poolSize = 10,
): Promise<Database> {
  return createDatabase(
    { url, poolSize },
    { ...defaultLimits, ...limits },
    [Note],
    migrations,
    report,
  );
}

/** Runs a test on a fresh database, and cleans up. */
export async function withNotes(
  test: (database: Database, target: DatabaseUnderTest) => Promise<void>,
  limits: Partial<Limits> = {},
  report?: FailureReport,
  poolSize?: number,
): Promise<void> {
  const target = await databaseUnderTest();
  try {
    const database = await openNotes(target, limits, report, poolSize);
    await test(database, target).finally(() => database.close());
  } finally {
    await target.dispose();
  }
}

export const insertNote = 'insert into notes (text) values (?)';

/** Returns the notes, read outside of transactions. */
export async function noteTexts(connection: Connection): Promise<unknown[]> {
  const rows = await connection.query('select text from notes order by id');
  return rows.map(([text]) => text);
}

/** A promise with its callbacks, to hold one side until the other has gone on. */
export function ability(): { readonly opened: Promise<void>; open(): void } {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open: () => open() };
}

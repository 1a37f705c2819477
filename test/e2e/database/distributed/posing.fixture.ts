import type { Database } from '../../../../src/database/connection/database.js';
import { posingDatabase, type DatabaseUnderTest } from '../../../support/databases.js';
import type { PosedServer } from '../../../support/posing-server.js';
import { openNotes } from '../note.fixture.js';

/** Runs a test with notes on a database that calls itself another server, and cleans up. */
export async function withNotesOn(
  name: PosedServer,
  test: (database: Database, target: DatabaseUnderTest) => Promise<void>,
): Promise<void> {
  const target = await posingDatabase(name);
  try {
    const database = await openNotes(target);
    await test(database, target).finally(() => database.close());
  } finally {
    await target.dispose();
  }
}

/**
 * Returns the statements of a function `stumble` for triggers. Its first calls fail with a code: a
 * sequence counts them, since a rollback does not undo it.
 */
const stumble = (times: number, code: string): readonly string[] => [
  'drop sequence if exists stumbles cascade',
  'create sequence stumbles',
  `create or replace function stumble() returns trigger language plpgsql as $$ begin
     if nextval('stumbles') <= ${times} then
       raise exception 'restart transaction' using errcode = '${code}';
     end if;
     return new;
   end $$`,
];

/** Returns statements that let the first writes of a table lose a conflict. */
export const stumbleOn = (table: string, times: number): readonly string[] => [
  ...stumble(times, '40001'),
  `create or replace trigger stumble before insert or update on ${table} for each row execute function stumble()`,
];

/** Returns statements that let the first inserts of notes fail, when they are sent. */
export const stumbleAtStatement = (times: number): readonly string[] => [
  ...stumble(times, '40001'),
  'create trigger stumble before insert on notes for each row execute function stumble()',
];

/** Returns statements that let the first transactions that insert a note fail at their commit. */
export const stumbleAtCommit = (times: number, code = '40001'): readonly string[] => [
  ...stumble(times, code),
  'create constraint trigger stumble after insert on notes deferrable initially deferred for each row execute function stumble()',
];

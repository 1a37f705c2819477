import type { Database } from '../../../src/execution/database/database.js';
import { posingDatabase, type DatabaseUnderTest } from '../../support/databases.js';
import type { PosedServer } from '../../support/posing-server.js';
import { openNotes } from '../database/note.fixture.js';

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
 * Returns statements for a trigger `stumble` that fails with a code at the first inserts into the
 * notes: a sequence counts them, since a rollback does not undo it.
 */
export const stumbleOnNotes = (times: number, code = '40001'): readonly string[] => [
  'create sequence stumbles',
  `create function stumble() returns trigger language plpgsql as $$ begin
     if nextval('stumbles') <= ${times} then
       raise exception 'restart transaction' using errcode = '${code}';
     end if;
     return new;
   end $$`,
];

/** Fails at the statement. */
export const AT_STATEMENT =
  'create trigger stumble before insert on notes for each row execute function stumble()';
/** Fails at the commit. */
export const AT_COMMIT =
  'create constraint trigger stumble after insert on notes deferrable initially deferred for each row execute function stumble()';

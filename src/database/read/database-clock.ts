import type { Connection, Database } from '../connection/database.js';
import { dialects } from '../engines/dialects.js';
import { readInstant } from '../values/read-instant.js';

/** The clock of the database, so that the processes of a service need not agree on the time. */
export class DatabaseClock {
  private readonly selectSql: string;

  constructor(database: Pick<Database, 'dialect'>) {
    this.selectSql = `select ${dialects[database.dialect].clock}`;
  }

  async read(connection: Connection): Promise<Date> {
    const [row] = await connection.query(this.selectSql);
    return readInstant(row![0])!;
  }
}

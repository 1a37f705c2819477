import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Connection, type Database } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { readInstant } from './read-instant.js';

/**
 * The clock for counting attempts. It is the database's clock, so that replicas need not agree on
 * the time.
 * @contract C2.6
 */
@Injectable()
export class AttemptClock {
  private readonly selectSql: string;

  constructor(@Inject(DATABASE) database: Pick<Database, 'dialect'>) {
    this.selectSql = `select ${dialects[database.dialect].clock}`;
  }

  async read(connection: Connection): Promise<Date> {
    const [row] = await connection.query(this.selectSql);
    return readInstant(row![0])!;
  }
}

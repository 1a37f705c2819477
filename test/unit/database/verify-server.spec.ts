import type { UnservedDatabaseError } from '../../../src/database/failures/unserved-database-error.js';
import { verifyServer } from '../../../src/database/opening/verify-server.js';
import type { DialectName } from '../../../src/database/connection/database.js';

/** The message of the start, or null if it continues. */
function faultOf(dialect: DialectName, version: string): string | null {
  try {
    verifyServer({ dialect, version });
    return null;
  } catch (error) {
    return (error as UnservedDatabaseError).message;
  }
}

describe('The server of the connection', () => {
  it.each<[DialectName, string]>([
    ['postgres', '15.20 (Debian 15.20-1)'],
    ['postgres', '18.0'],
    ['postgres', '17beta1'],
    ['mariadb', '10.11.19-MariaDB-0+deb12u1'],
    ['mariadb', '10.10.1-MariaDB'],
    ['mariadb', '11.4.2-MariaDB-log'],
    ['mysql', '8.0.22'],
    ['mysql', '8.0.36-0ubuntu0.22.04.1'],
    ['mysql', '8.4.0'],
    ['mysql', '9.7.4-2'],
    ['sqlite', ''],
  ])('may be %s %s', (dialect, version) => {
    expect(faultOf(dialect, version)).toBeNull();
  });

  it.each<[DialectName, string, string]>([
    [
      'postgres',
      '14.11',
      'The database is PostgreSQL 14.11. The service requires PostgreSQL 15 or newer.',
    ],
    [
      'mariadb',
      '10.6.16-MariaDB',
      'The database is MariaDB 10.6.16-MariaDB. The service requires MariaDB 10.10 or newer.',
    ],
    [
      'mysql',
      '8.0.21',
      'The database is MySQL 8.0.21. The service requires MySQL 8.0.22 or newer.',
    ],
    [
      'mysql',
      '5.7.44-log',
      'The database is MySQL 5.7.44-log. The service requires MySQL 8.0.22 or newer.',
    ],
  ])('is rejected if it is too old: %s %s', (dialect, version, fault) => {
    expect(faultOf(dialect, version)).toBe(fault);
  });
});

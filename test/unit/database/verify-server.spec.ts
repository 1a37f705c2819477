import { mariadbFault, postgresFault } from '../../../src/execution/database/verify-server.js';

describe('The server that answers', () => {
  it.each(['15.20 (Debian 15.20-1)', '18.0', '17beta1'])('may be PostgreSQL %s', (version) => {
    expect(postgresFault(version)).toBeNull();
  });

  it('may be no older PostgreSQL', () => {
    expect(postgresFault('14.11')).toBe(
      'The database is PostgreSQL 14.11. The service runs on PostgreSQL 15 and newer.',
    );
  });

  it.each(['10.11.19-MariaDB-0+deb12u1', '10.10.1-MariaDB', '11.4.2-MariaDB-log'])('may be MariaDB %s', (version) => {
    expect(mariadbFault(version)).toBeNull();
  });

  it('may be no older MariaDB, and no MySQL', () => {
    expect(mariadbFault('10.6.16-MariaDB')).toBe(
      'The database is MariaDB 10.6.16-MariaDB. The service runs on MariaDB 10.10 and newer.',
    );
    expect(mariadbFault('8.0.36')).toBe(
      'The database is MySQL 8.0.36, whose collations have other names. The service runs on MariaDB 10.10 and newer.',
    );
  });
});

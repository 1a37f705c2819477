import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { engines } from '../../../src/database/engines/engines.js';
import { findServer } from '../../../src/database/opening/find-server.js';
import { postgresFamily } from '../../../src/database/engines/postgres/postgres-dialect.js';
import {
  flavours,
  type PostgresFlavour,
} from '../../../src/database/engines/postgres/postgres-flavours.js';
import { verifyIsolation } from '../../../src/database/engines/postgres/postgres-isolation.js';

const folder = resolve('src/database/engines/postgres');
const table = 'postgres-flavours.ts';
const code = readdirSync(folder)
  .filter((file) => file !== table)
  .map((file) => readFileSync(join(folder, file), 'utf8'))
  .join('\n');
const entries = Object.keys(flavours.postgres) as (keyof PostgresFlavour)[];

describe('The table of servers that speak the SQL of PostgreSQL', () => {
  it('has only entries that code uses', () => {
    const unused = entries.filter((entry) => !new RegExp(`\\b${entry}\\b`).test(code));
    expect(unused).toEqual([]);
  });

  it('has only entries that differ between servers', () => {
    const same = entries.filter(
      (entry) => new Set(Object.values(flavours).map((flavour) => flavour[entry])).size === 1,
    );
    expect(same).toEqual([]);
  });

  it('is the only place that names the other servers', () => {
    const engine = readFileSync(join(folder, 'engine.ts'), 'utf8');
    expect(code.replace(engine, '')).not.toMatch(/'(cockroachdb|yugabytedb)'/);
  });

  it('has an engine for each row', () => {
    for (const { name, product } of Object.values(flavours)) {
      expect(engines[name].server!.name).toBe(product);
      expect(engines[name].dialect.name).toBe(name);
    }
  });

  it.each([
    [
      'PostgreSQL 15.20 (Debian 15.20-0+deb12u1) on x86_64-pc-linux-gnu, 64-bit',
      'postgres',
      '15.20 (Debian 15.20-0+deb12u1)',
    ],
    ['PostgreSQL 18beta1 on aarch64', 'postgres', '18beta1'],
    ['CockroachDB CCL v25.2.0 (x86_64-pc-linux-gnu, built 2025/05/09)', 'cockroachdb', '25.2.0'],
    ['CockroachDB OSS v24.1.3 (aarch64)', 'cockroachdb', '24.1.3'],
    ['PostgreSQL 15.12-YB-2025.1.0.0-b168 on x86_64-pc-linux-gnu', 'yugabytedb', '2025.1.0.0'],
    ['PostgreSQL 11.2-YB-2.20.1.0-b0 on x86_64', 'yugabytedb', '2.20.1.0'],
    ['A fork of PostgreSQL', 'postgres', 'A fork of PostgreSQL'],
  ])('finds the server by what it calls itself: %s', async (response, dialect, version) => {
    const source = { query: async () => [{ version: response }] };
    expect(await findServer('postgres', source)).toEqual({ dialect, version });
  });

  it.each([
    ['rowVersion', 'rowVersions'],
    ['tryLock', 'advisoryLocks'],
    ['json', 'writesJson'],
    ['together', 'writesJson'],
  ] as const)('decides whether a dialect has %s by %s', (part, entry) => {
    expect(postgresFamily({ ...flavours.postgres, [entry]: true })[part]).not.toBeNull();
    expect(postgresFamily({ ...flavours.postgres, [entry]: false })[part]).toBeNull();
  });

  it('lets a dialect explain statements without a value, also without JSON', () => {
    const { sql, estimate, steps } = postgresFamily(flavours.cockroachdb).explain;
    expect([sql('select 1'), estimate]).toEqual(['explain select 1', null]);
    const lines = [
      'distribution: local',
      '',
      '• filter',
      "│ filter: title = 'secret'",
      '│',
      '└── • scan',
      '      estimated row count: 1',
      '      table: posts@posts_pkey',
      '      spans: FULL SCAN',
    ];
    expect(steps(lines.map((line) => [line]))).toEqual([
      '• filter',
      '└── • scan',
      '      table: posts@posts_pkey',
    ]);
  });
});

describe('The level at which a server isolates transactions', () => {
  const source = (level: string | null) =>
    ({ query: async () => [{ current_setting: level }] }) as never;

  it('may be the one that is asked for, or not be known', async () => {
    await verifyIsolation(source('read committed'), flavours.yugabytedb);
    await verifyIsolation(source(null), flavours.yugabytedb);
    await verifyIsolation(source('repeatable read'), flavours.postgres);
  });

  it('is rejected at the start if locks of rows are not safe at it', async () => {
    await expect(verifyIsolation(source('repeatable read'), flavours.yugabytedb)).rejects.toThrow(
      'The database is YugabyteDB and runs transactions as repeatable read. The service requires read committed: set the flag yb_enable_read_committed_isolation of the tablet servers to true.',
    );
  });
});

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';

const server = new URL(process.env.TEST_POSTGRES_URL ?? 'postgres://postgres@127.0.0.1:5432/test');
let made = 0;

/** For each engine, creates an empty database, and returns its URL and what drops it. */
export const databases = {
  sqlite: () => {
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-safe-writes-'));
    const drop = () => rmSync(folder, { recursive: true, force: true });
    return { url: `sqlite:${join(folder, 'writes.sqlite')}`, drop };
  },
  postgres: async () => {
    const name = `safe_writes_${process.pid}_${(made += 1)}`;
    await ask(`create database ${name}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return { url: url.href, drop: () => ask(`drop database ${name} with (force)`) };
  },
};

async function ask(sql) {
  const client = new pg.Client({ connectionString: server.href });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

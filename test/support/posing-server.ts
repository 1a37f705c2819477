/** Servers that cannot be had in tests. */
export type PosedServer = 'cockroachdb' | 'yugabytedb';

const versions: Readonly<Record<PosedServer, string>> = {
  cockroachdb:
    'CockroachDB CCL v25.2.0 (x86_64-pc-linux-gnu, built 2025/05/09 14:10:54, go1.23.7 X:nocoverageredesign)',
  yugabytedb:
    'PostgreSQL 15.12-YB-2025.1.0.0-b168 on x86_64-pc-linux-gnu, compiled by clang version 17.0.6, 64-bit',
};

/**
 * Returns statements that let a database of PostgreSQL pass for another server: it calls itself so,
 * and has the functions of that server that the service uses. So the service runs what its table of
 * flavours contains for that server, as far as PostgreSQL understands it too.
 */
export const poseAs = (name: PosedServer, version = versions[name]): string => `
create function public.version() returns text language sql as $$ select '${version}' $$;
create function public.sha256(value text) returns text language sql immutable as
  $$ select encode(pg_catalog.sha256(convert_to(value, 'UTF8')), 'hex') $$;
do $$ begin
  execute format('alter database %I set search_path = public, pg_catalog', current_database());
end $$`;

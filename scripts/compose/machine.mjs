import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { delimiter } from 'node:path';

/** Returns a port that is free at every address of this machine. */
export async function freePort() {
  const server = createServer().listen(0, '0.0.0.0');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}

/** Returns the PATH with Debian's newest PostgreSQL first. */
export function programPath() {
  const root = '/usr/lib/postgresql';
  const versions = existsSync(root)
    ? readdirSync(root).sort((one, other) => Number(other) - Number(one))
    : [];
  return [
    ...versions.map((version) => `${root}/${version}/bin`),
    process.env.PATH,
    '/usr/sbin',
  ].join(delimiter);
}

/** Returns whether the program exists. */
export function hasProgram(name) {
  return programPath()
    .split(delimiter)
    .some((folder) => existsSync(`${folder}/${name}`));
}

/** Returns the user for PostgreSQL, which refuses to run as root. */
export function postgresUser() {
  if (process.getuid() !== 0) return {};
  const idOf = (option) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

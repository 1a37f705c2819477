import {
  existsSync,
  mkdirSync,
  openSync,
  closeSync,
  chownSync,
  readFileSync,
  readdirSync,
  rmSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { postgresVersion } from '../dataset/postgres.mjs';
import { findFreePort, untilListening } from './ports.mjs';
import { tail } from './logs.mjs';

const DEBIAN = '/usr/lib/postgresql';

/** The whole dataset in memory, no JIT compilation, and no background work during measurements. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '512MB',
  work_mem: '32MB',
  maintenance_work_mem: '256MB',
  synchronous_commit: 'off',
  max_connections: '250',
  jit: 'off',
  autovacuum: 'off',
  random_page_cost: '1.1',
  effective_cache_size: '4GB',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
};

/**
 * Starts the bench's own PostgreSQL, which is created on the first start and listens on a free port
 * of 127.0.0.1 only.
 *
 * @throws Error if the machine does not have PostgreSQL, or root has no user to run it as
 */
export async function startCluster(home, logs, processes) {
  const binaries = findBinaries();
  const owner = process.getuid() === 0 ? readOwner() : {};
  const folder = join(home, 'pg');
  if (!existsSync(join(folder, 'PG_VERSION')))
    await createCluster(folder, binaries, owner, processes);
  await endLeftover(folder);
  const port = await findFreePort();
  const log = join(logs, 'postgres.log');
  const child = startPostgres({ binaries, folder, port, owner, log }, processes);
  await untilListening(child, port, () => `PostgreSQL did not start:\n${tail(log)}`);
  await untilReady(port);
  return { port, pid: child.pid };
}

function findBinaries() {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).filter(Boolean) : [];
  const binaries = versions
    .sort((a, b) => b - a)
    .map((version) => join(DEBIAN, String(version), 'bin'));
  const found = binaries.find(
    (folder) => existsSync(join(folder, 'initdb')) && existsSync(join(folder, 'postgres')),
  );
  if (!found)
    throw new Error(
      `There is no PostgreSQL under ${DEBIAN}. Install it: apt-get install -y postgresql`,
    );
  return found;
}

/** PostgreSQL refuses to run as root; Debian's package brings a user for it. */
function readOwner() {
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .find((user) => user.startsWith('postgres:'));
  if (!line)
    throw new Error(
      'PostgreSQL does not run as root, and there is no user `postgres`. Run the bench as another user.',
    );
  const [, , uid, gid] = line.split(':');
  return { uid: Number(uid), gid: Number(gid) };
}

async function createCluster(folder, binaries, owner, processes) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: 0o700 });
  if (owner.uid) chownSync(folder, owner.uid, owner.gid);
  const command = [
    join(binaries, 'initdb'),
    '-D',
    folder,
    '-U',
    'postgres',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C',
  ];
  try {
    await processes.run(command, { ...owner, cwd: '/' });
  } catch (error) {
    throw new Error(
      `${error.message}\nSet BENCH_HOME to a folder that the user of PostgreSQL can enter.`,
      {
        cause: error,
      },
    );
  }
}

function startPostgres({ binaries, folder, port, owner, log }, processes) {
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(log, 'w');
  const command = [join(binaries, 'postgres'), '-D', folder, '-p', String(port), ...options];
  const child = processes.start(command, {
    ...owner,
    cwd: '/',
    // A signal from the terminal ends the run, which still needs its database to tidy up.
    detached: true,
    stdio: ['ignore', output, output],
    stopSignal: 'SIGINT',
  });
  closeSync(output);
  return child;
}

/**
 * Ends the server that a killed run left in the bench's folder. Its process id is in PostgreSQL's
 * lock file, and is checked with /proc.
 */
async function endLeftover(folder) {
  const note = join(folder, 'postmaster.pid');
  if (!existsSync(note)) return;
  const pid = Number(readFileSync(note, 'utf8').split('\n')[0]);
  const commandLine = `/proc/${pid}/cmdline`;
  const isOurs = () =>
    existsSync(commandLine) && readFileSync(commandLine, 'utf8').split('\0').includes(folder);
  if (isOurs()) process.kill(pid, 'SIGINT');
  while (isOurs()) await sleep(50);
}

/** The port may accept connections while the database is still recovering. */
async function untilReady(port, attempts = 200) {
  try {
    await postgresVersion(port);
  } catch (error) {
    if (attempts === 0) throw error;
    await sleep(50);
    await untilReady(port, attempts - 1);
  }
}

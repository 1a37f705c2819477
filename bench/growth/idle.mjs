import { setTimeout as sleep } from 'node:timers/promises';
import { countConnections } from '../dataset/postgres.mjs';
import { askServer } from '../runner/ask-server.mjs';
import { cpuTime, familyCpuTime, familyMemory, sharedMemory } from '../runner/process-figures.mjs';
import { projectOf, startProject } from './start-project.mjs';

const COUNTS = [1, 10, 25, 50, 100];
/** Connections of each process: a hundred processes need two hundred. */
const POOL = 2;
/** How many processes start at the same time. */
const AT_ONCE = 5;
/** Until the code of the starts is idle. */
const REST = 5_000;
const SECONDS = 20;

/**
 * Measures up to a hundred processes that share a database while nobody sends requests, and what
 * they need after each has served some.
 */
export async function measureIdle(ground) {
  const figures = [];
  const started = [];
  for (const count of COUNTS) {
    while (started.length < count) {
      const names = Array.from(
        { length: Math.min(AT_ONCE, count - started.length) },
        (_none, at) => `process ${started.length + at + 1}`,
      );
      const env = { BENCH_POOL_SIZE: String(POOL) };
      started.push(
        ...(await Promise.all(names.map((name) => startProject(projectOf(name, env), ground)))),
      );
    }
    await Promise.all(started.map(useConnections));
    await sleep(REST);
    figures.push({ title: String(count), ...(await measureRest(started, ground)) });
    console.log(`${count} idle processes measured`);
  }
  await Promise.all(started.map((each) => each.stop()));
  return figures;
}

/** Sends more requests at the same time than the process has connections. */
async function useConnections({ base, headers, name }) {
  const users = Array.from({ length: 4 * POOL }, (_none, at) => at + 1);
  const responses = await Promise.all(
    users.map((user) => fetch(`${base}/users/${user}?include=posts,roles`, { headers })),
  );
  for (const response of responses) {
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${name} responds with ${response.status}.`);
  }
}

async function measureRest(servers, { cluster }) {
  const figuresNow = async () => [
    servers.reduce((sum, { pid }) => sum + cpuTime(pid), 0),
    familyCpuTime(cluster.pid),
    await countStatements(servers),
  ];
  const before = await figuresNow();
  await sleep(SECONDS * 1000);
  const [cpu, databaseCpu, statements] = await figuresNow();
  return {
    connections: await countConnections(cluster.port),
    statements: statements / SECONDS,
    cpu: (cpu - before[0]) / SECONDS / servers.length,
    databaseCpu: (databaseCpu - before[1]) / SECONDS,
    memory: servers.reduce((sum, { pid }) => sum + sharedMemory(pid), 0) / servers.length,
    databaseMemory: familyMemory(cluster.pid),
  };
}

/** Returns the statements of all servers since the last call. */
async function countStatements(servers) {
  const counts = await Promise.all(servers.map((server) => askServer(server, 'count')));
  return counts.reduce((sum, count) => sum + count, 0);
}

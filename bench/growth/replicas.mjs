import { measureLoad } from './measure-load.mjs';
import { RECORD } from './requests-of-one-server.mjs';
import { projectOf, startProject } from './start-project.mjs';

const MOST = 4;

/**
 * Measures one request on one to four processes that share a database. Each gets as much load as
 * one alone, as behind a load balancer.
 */
export async function measureReplicas(ground) {
  const replicas = [];
  const figures = [];
  for (let count = 1; count <= MOST; count++) {
    replicas.push(await startProject(projectOf(`replica ${count}`), ground));
    figures.push({ title: String(count), ...(await measureLoad(replicas, RECORD, ground)) });
  }
  for (const replica of replicas) await replica.stop();
  return figures;
}

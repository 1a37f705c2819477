import { startProxy } from '../runner/proxy.mjs';
import { measureLoad } from './measure-load.mjs';
import { RECORD } from './requests-of-one-server.mjs';
import { projectOf, startProject } from './start-project.mjs';

const MOST = 4;

/** Measures one request on one to four processes behind a proxy, which share a database. */
export async function measureReplicas(ground) {
  const replicas = [];
  const figures = [];
  for (let count = 1; count <= MOST; count++) {
    replicas.push(await startProject(projectOf(`replica ${count}`), ground));
    const proxy = await startProxy(replicas, ground);
    const load = await measureLoad(replicas, RECORD, ground, { proxy });
    figures.push({ title: String(count), ...load });
    proxy.stop();
  }
  for (const replica of replicas) await replica.stop();
  return figures;
}

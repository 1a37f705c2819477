/**
 * Checks the profile `metrics` of docker-compose.yml: runs Prometheus with its configuration, and
 * asks it what the dashboard and the alerts ask. Grafana cannot be installed here; its files are
 * compared with the description of its service.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'yaml';
import { prometheus } from './images.mjs';
import { freePort, hasProgram } from './machine.mjs';

const SCRAPES = 60;

/**
 * @param up starts containers, and waits until they are healthy
 * @param target `{ host, port, token }` of the service
 */
export async function checkMetrics(folder, up, services, target) {
  const dashboard = JSON.parse(readFileSync('deploy/grafana/resource-api.json', 'utf8'));
  verifyGrafana(services);
  if (!hasProgram('prometheus')) {
    console.log('prometheus is not installed; deploy/prometheus is NOT checked');
    return;
  }
  const port = await freePort();
  const server = prometheus(folder, services.prometheus, port, target);
  await up(server);
  const ask = async (path) => {
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`);
    const { status, data, error } = await response.json();
    assert.equal(status, 'success', error);
    return data;
  };
  const query = async (expression) =>
    (await ask(`query?query=${encodeURIComponent(expression)}`)).result;
  await isScraped(query);
  const queries = queriesOf(dashboard);
  for (const expression of queries) await query(expression);
  const { groups } = await ask('rules');
  const rules = groups.flatMap((group) => group.rules);
  assert.deepEqual(
    rules.filter(({ lastError }) => lastError).map(({ name }) => name),
    [],
  );
  console.log(
    `Prometheus reads the metrics, and accepts ${queries.length} queries of the dashboard and ${rules.length} alerts`,
  );
  await server.stop();
}

async function isScraped(query) {
  for (let at = 0; at < SCRAPES; at++) {
    const [found] = await query('sum(http_requests_total{job="resource-api"}) > 0');
    if (found) return;
    await pause(500);
  }
  assert.fail('Prometheus has not read the metrics of the service.');
}

/** Returns the queries of all panels, with values for the variables. */
function queriesOf({ panels }) {
  return panels
    .flatMap(({ targets = [], panels: inner = [] }) => [
      ...targets,
      ...inner.flatMap((panel) => panel.targets ?? []),
    ])
    .map(({ expr }) => expr.replaceAll('$__rate_interval', '1m').replaceAll(/\$\w+/g, '.*'));
}

/** The files that Grafana reads name what its service mounts, and the service of Prometheus. */
function verifyGrafana({ grafana, prometheus: { healthcheck } }) {
  const read = (name) => parse(readFileSync(`deploy/grafana/provisioning/${name}.yml`, 'utf8'));
  const [{ url }] = read('datasources/prometheus').datasources;
  assert.equal(new URL(url).hostname, 'prometheus');
  assert.ok(healthcheck.test.some((word) => word.includes(`:${new URL(url).port}/`)));
  const [{ options }] = read('dashboards/resource-api').providers;
  const home = grafana.environment.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH;
  const file = grafana.volumes.find((volume) => volume.includes('resource-api.json')).split(':')[1];
  assert.equal(file, home);
  assert.ok(home.startsWith(`${options.path}/`));
}

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * Returns the services of docker-compose.yml without a .env file: `${NAME:-default}` has its
 * default.
 */
export function readCompose() {
  return parse(readFileSync('docker-compose.yml', 'utf8'), (_key, value) => withDefaults(value))
    .services;
}

/** Inserts variables into the parsed values: an empty variable is an empty string, not null. */
const withDefaults = (value) =>
  typeof value === 'string' ? value.replace(/\$\{\w+:-([^}]*)\}/g, '$1') : value;

/**
 * Returns the names of the services that `docker compose up` starts, in the order in which they
 * wait for each other.
 */
export function startOrder(services) {
  const order = [];
  const visit = (name) => {
    if (order.includes(name)) return;
    Object.keys(services[name].depends_on ?? {}).forEach(visit);
    order.push(name);
  };
  for (const [name, { profiles }] of Object.entries(services)) if (!profiles) visit(name);
  return order;
}

/** Converts `25s` to milliseconds. */
export const milliseconds = (duration) => Number(/^(\d+)s$/.exec(duration)[1]) * 1000;

import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

/**
 * The services of docker-compose.yml as they are where no .env is: `${NAME:-default}` is its
 * default.
 */
export function readCompose() {
  return parse(readFileSync('docker-compose.yml', 'utf8'), (_key, value) => withDefaults(value))
    .services;
}

/**
 * Variables are put in where the file is read already: an empty one is an empty text, and no null.
 */
const withDefaults = (value) =>
  typeof value === 'string' ? value.replace(/\$\{\w+:-([^}]*)\}/g, '$1') : value;

/**
 * The names of those that `docker compose up` starts, in the order in which they wait for each
 * other.
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

/** `25s` -> milliseconds */
export const milliseconds = (duration) => Number(/^(\d+)s$/.exec(duration)[1]) * 1000;

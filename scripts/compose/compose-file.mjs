import { readdirSync, readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { parse } from 'yaml';

const PROFILES = 'deploy/profiles';

/**
 * Returns the services of docker-compose.yml without a .env file: `${NAME:-default}` has its
 * default, unless the settings contain the name.
 */
export function readCompose(settings = {}) {
  const inserted = (_key, value) =>
    typeof value === 'string'
      ? value.replace(
          /\$\{(\w+):-([^}]*)\}/g,
          (_match, name, otherwise) => settings[name] || otherwise,
        )
      : value;
  // After parsing: an empty variable is an empty string, not null.
  return parse(readFileSync('docker-compose.yml', 'utf8'), inserted).services;
}

/** Returns the settings of each file of profiles by its name. */
export const readProfiles = () =>
  Object.fromEntries(
    readdirSync(PROFILES).map((file) => [
      file.replace(/\.env$/, ''),
      // On Node.js 26 the result has no prototype.
      { ...parseEnv(readFileSync(`${PROFILES}/${file}`, 'utf8')) },
    ]),
  );

/**
 * Returns the names of the services that `docker compose up` starts, in the order in which they
 * wait for each other.
 *
 * @param active the profiles
 */
export function startOrder(services, active = []) {
  const order = [];
  const visit = (name) => {
    if (order.includes(name)) return;
    Object.keys(services[name].depends_on ?? {}).forEach(visit);
    order.push(name);
  };
  for (const [name, { profiles }] of Object.entries(services))
    if (!profiles || profiles.some((profile) => active.includes(profile))) visit(name);
  return order;
}

/** Converts `25s` to milliseconds. */
export const milliseconds = (duration) => Number(/^(\d+)s$/.exec(duration)[1]) * 1000;

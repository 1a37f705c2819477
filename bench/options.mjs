import { parseArgs } from 'node:util';
import { requests } from './requests.mjs';
import { exists, servers } from './servers.mjs';

const usage = `npm run bench [-- OPTIONS]
  --short             under a minute: shorter rounds of R1, R2 and R3
  --only R1,R3        these requests: ${requests.map(({ key }) => key).join(', ')}
  --servers L,api-pg  these servers: ${servers.map(({ name }) => name).join(', ')}
  --help              this text
A full run, without these options, writes bench/RESULTS.md.`;

const known = {
  short: { type: 'boolean', default: false },
  only: { type: 'string' },
  servers: { type: 'string' },
  help: { type: 'boolean', default: false },
};

/**
 * Reads the command line.
 *
 * @throws Error for an unknown option or name, with the usage
 */
export function parseOptions(args) {
  const { values } = parse(args);
  return {
    help: values.help ? usage : undefined,
    mode: values.short ? 'short' : 'full',
    isNarrowed: values.short || values.only !== undefined || values.servers !== undefined,
    requests: pick(values.only, requests, 'key', (request) => isAsked(request, values.short)),
    servers: pick(
      values.servers,
      servers,
      'name',
      (server) => !server.onlyNamed && exists(server) && !(values.short && !isMeant(server)),
    ),
    command: ['npm run bench', ...(args.length ? ['--', ...args] : [])].join(' '),
  };
}

function parse(args) {
  try {
    return parseArgs({ args, options: known });
  } catch (error) {
    throw new Error(`${error.message}\n${usage}`, { cause: error });
  }
}

/** Short runs compare the project with its limits only. */
const isMeant = (server) => server.isLimit || (server.isProject && !server.logs);

const isAsked = ({ onlyInFull, onlyNamed }, short) => !onlyNamed && !(short && onlyInFull);

function pick(names, all, property, byDefault) {
  if (names === undefined) return all.filter(byDefault);
  const wanted = names.split(',').map((name) => name.trim());
  const unknown = wanted.filter((name) => !all.some((item) => item[property] === name));
  if (unknown.length) throw new Error(`Unknown: ${unknown.join(', ')}.\n${usage}`);
  return all.filter((item) => wanted.includes(item[property]));
}

import { Environment, isLimit, settings } from './environment.js';
import type { Setting } from './setting.js';

const defaults: Readonly<Record<string, unknown>> = { ...new Environment() };

/** The default as it would be written into the environment; empty where there is none. */
const defaultOf = ({ name }: Setting): string => String(defaults[name] ?? '');

const limits = settings.filter(isLimit);
const others = settings.filter((setting) => !isLimit(setting));

const page = `# Configuration

The service is set up by environment variables. An empty one counts as absent, and has its default. A start with wrong values
ends with one report that names each of them, what was given and what is allowed.

A **secret** may lie in a file in place of the variable, as secrets of Docker and Kubernetes do: \`DATABASE_URL_FILE=/run/secrets/database_url\`.
Its line break at the end is none of it; both set is a fault, and so is a file that is missing or empty. Reports show no secret.

With \`NODE_ENV=production\` the start refuses secrets that everybody knows.

The demo has one setting of its own: \`SEED_DEMO\`, whether a database without users is filled with the demo (\`true\` by
default). With \`NODE_ENV=production\` the demo only starts with \`SEED_DEMO=false\`, and on a database without its accounts.
`;

/** The page `docs/reference/configuration.md`, from the table of settings. */
export function describeSettings(): string {
  return [
    page,
    '## Settings\n',
    ...tableOf(others),
    '',
    '## Limits of a request\n',
    ...tableOf(limits),
    '',
  ].join('\n');
}

function tableOf(rows: readonly Setting[]): readonly string[] {
  return [
    '| Variable | Type | Default | What it is for | Allowed |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(rowOf),
  ];
}

function rowOf(setting: Setting): string {
  const { name, type, secret, about, allowed } = setting;
  const cells = [
    `\`${name}\``,
    secret ? `${type}, secret` : type,
    quoted(defaultOf(setting)),
    about,
    allowed ?? 'any',
  ];
  return `| ${cells.join(' | ')} |`;
}

const quoted = (text: string): string => (text === '' ? '' : `\`${text}\``);

const heading = `# Every setting of the service, with its default. Copy to .env, and change what is to be different:
# node --env-file=.env dist/demo/main.js. docker compose reads the file as well, for the settings that docker-compose.yml names.
# A wrong value stops the start with a report.
`;

/** The file `.env.example`, from the same table. */
export function describeExample(): string {
  return [heading, ...others.map(lineOf), '# Limits of a request.\n', ...limits.map(lineOf)].join(
    '\n',
  );
}

function lineOf(setting: Setting): string {
  const { name, about, allowed, secret } = setting;
  const comments = [
    about,
    ...(allowed === undefined ? [] : [`Allowed: ${allowed}.`]),
    ...(secret ? [`Or ${name}_FILE: a file that holds it.`] : []),
  ];
  return [...comments.map((text) => `# ${text}`), `${name}=${defaultOf(setting)}\n`].join('\n');
}

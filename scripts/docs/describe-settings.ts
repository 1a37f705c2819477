import { isLimit, settings, type NamedSetting } from '../../src/options/settings.js';

/** Returns the default as an environment variable contains it; empty if there is no default. */
const defaultOf = (setting: NamedSetting): string => String(setting.default ?? '');

const limits = settings.filter(isLimit);
const others = settings.filter((setting) => !isLimit(setting));

const page = `# Configuration

Generated from the settings of the service (\`npm run docs\`).

Environment variables configure the service: \`optionsFrom(readEnvironment(process.env))\` returns the options that they set, and
\`deployment.ts\` adds what only code can set. An empty variable counts as absent. If any value is wrong, the service does not
start, and one report lists each wrong variable, its value and the allowed values.

A **secret** can also be read from a file, as with Docker and Kubernetes secrets: \`DATABASE_URL_FILE=/run/secrets/database_url\`.
A line break at the end of the file is ignored. Setting both the variable and the file is an error, and so is a missing or
empty file. Reports do not contain secrets.

With \`NODE_ENV=production\` the service does not start with well-known secrets.

The demo has one more setting: \`SEED_DEMO\` sets whether to seed a database without users (\`true\` by default). With
\`NODE_ENV=production\` the demo only starts with \`SEED_DEMO=false\`, and on a database without the demo accounts.
`;

/** Returns the page `docs/reference/configuration.md`. */
export function describeSettings(): string {
  return [
    page,
    '## Settings\n',
    ...tableOf(others),
    '',
    '## Request limits\n',
    ...tableOf(limits),
    '',
  ].join('\n');
}

function tableOf(rows: readonly NamedSetting[]): readonly string[] {
  return [
    '| Variable | Type | Default | Description | Allowed |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(rowOf),
  ];
}

function rowOf(setting: NamedSetting): string {
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

const quoted = (value: string): string => (value === '' ? '' : `\`${value}\``);

const heading = `# Every setting of the service, with its default. Copy this file to .env, change it, and start the service with
# node --env-file=.env dist/demo/main.js. docker compose also reads the file, for the settings that docker-compose.yml names.
# If a value is wrong, the service does not start and reports it. \`npm run docs\` writes the file again.
`;

/** Returns the file `.env.example`. */
export function describeExample(): string {
  return [heading, ...others.map(lineOf), '# Request limits.\n', ...limits.map(lineOf)].join('\n');
}

function lineOf(setting: NamedSetting): string {
  const { name, about, allowed, secret } = setting;
  const comments = [
    about,
    ...(allowed === undefined ? [] : [`Allowed: ${allowed}.`]),
    ...(secret ? [`Or set ${name}_FILE to a file that contains it.`] : []),
  ];
  return [...comments.map((comment) => `# ${comment}`), `${name}=${defaultOf(setting)}\n`].join(
    '\n',
  );
}

/** What the files of a new application depend on. */
export interface ApplicationFacts {
  /** The name of the npm package: `book-shop`. */
  readonly name: string;
  /** What npm installs as `resource-api`: a range, or the path of a tarball. */
  readonly source: string;
  /** Package -> range: those that resource-api expects, and a driver for SQLite. */
  readonly peers: Readonly<Record<string, string>>;
  /** The major version of Node.js. */
  readonly node: number;
  /** The ranges of development tools. */
  readonly tools: {
    readonly typescript: string;
    readonly prettier: string;
    readonly types: string;
    readonly vitest: string;
  };
}

/** As Prettier formats it: lists of strings in one line. */
const json = (value: unknown): string =>
  `${JSON.stringify(value, null, 2).replaceAll(/\[\s+("[^"\]]*")\s+\]/g, '[$1]')}\n`;

const sorted = (entries: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));

const manifest = ({ name, source, peers, tools }: ApplicationFacts): string =>
  json({
    name,
    version: '0.1.0',
    private: true,
    type: 'module',
    engines: { node: '>=20.19.0' },
    'resource-api': { deployment: 'dist/deployment.js' },
    scripts: {
      build: 'tsc -p tsconfig.build.json',
      prestart: 'npm run --silent build',
      start: 'resource-api start',
      premigrate: 'npm run --silent build',
      migrate: 'resource-api migrate run',
      precheck: 'npm run --silent build',
      check: 'resource-api check',
      test: 'vitest run',
      typecheck: 'tsc --noEmit',
      format: 'prettier --write .',
    },
    dependencies: sorted({ ...peers, 'resource-api': source }),
    devDependencies: {
      '@types/node': tools.types,
      prettier: tools.prettier,
      typescript: tools.typescript,
      vitest: tools.vitest,
    },
    // TypeORM's own range does not include version 13.
    overrides: { typeorm: { 'better-sqlite3': '$better-sqlite3' } },
    // From version 12 on, npm runs install scripts of these packages only.
    allowScripts: { 'better-sqlite3': true, '@scarf/scarf': false },
  });

const compilerOptions = {
  target: 'ES2022',
  module: 'NodeNext',
  strict: true,
  noUncheckedIndexedAccess: true,
  noImplicitOverride: true,
  noFallthroughCasesInSwitch: true,
  experimentalDecorators: true,
  emitDecoratorMetadata: true,
  useDefineForClassFields: false,
  verbatimModuleSyntax: true,
  isolatedModules: true,
  skipLibCheck: true,
  sourceMap: true,
  types: ['node'],
  rootDir: 'src',
  outDir: 'dist',
};

const vitestConfig = `import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: { include: ['src/**/*.spec.ts'] },
});
`;

const dockerfile = ({ node }: ApplicationFacts): string => `FROM node:${node}-bookworm AS build
WORKDIR /app
COPY package*.json ./
RUN npm install --no-audit --no-fund
COPY . .
RUN npm run build && npm prune --omit=dev --no-audit --no-fund

FROM node:${node}-bookworm-slim
ENV HOST=0.0.0.0 PORT=3000
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
# The SQLite database and uploaded files are in var.
RUN install --directory --owner=node --group=node var var/storage
USER node
EXPOSE 3000
VOLUME /app/var
HEALTHCHECK --interval=5s --timeout=5s --start-period=60s CMD ["node_modules/.bin/resource-api", "health"]
CMD ["node_modules/.bin/resource-api", "start"]
`;

const compose = ({
  name,
}: ApplicationFacts): string => `# The service on PostgreSQL: docker compose up, then http://localhost:3000/docs
name: ${name}

services:
  api:
    build: .
    depends_on:
      database:
        condition: service_healthy
    environment:
      DATABASE_URL: postgres://application:\${POSTGRES_PASSWORD:-application}@database:5432/application
    ports:
      - '127.0.0.1:\${PORT:-3000}:3000'
    volumes:
      - storage:/app/var
    restart: unless-stopped
    init: true
    # Longer than LIMIT_DRAIN_DELAY and LIMIT_SHUTDOWN_GRACE together.
    stop_grace_period: 30s

  database:
    image: postgres:16-alpine
    environment:
      POSTGRES_DB: application
      POSTGRES_PASSWORD: \${POSTGRES_PASSWORD:-application}
      POSTGRES_USER: application
    volumes:
      - database:/var/lib/postgresql/data
    restart: unless-stopped
    healthcheck:
      test: ['CMD-SHELL', 'pg_isready --username=application --dbname=application --host=127.0.0.1']
      interval: 2s
      timeout: 3s
      retries: 30

volumes:
  database:
  storage:
`;

const readme = ({ name }: ApplicationFacts): string => `# ${name}

An API that is built with [resource-api](https://www.npmjs.com/package/resource-api).

\`\`\`sh
npm install
npm start
\`\`\`

The service listens on http://127.0.0.1:3000, with its reference at http://127.0.0.1:3000/docs. It creates its database in
\`var/\`. To use it, create an account and a token:

\`\`\`sh
npx resource-api user create --email ann@example.org --password "a long password"
TOKEN=$(npx resource-api token create --email ann@example.org)
curl -s http://127.0.0.1:3000/api/notes -H "Authorization: Bearer $TOKEN" \\
  -H 'Content-Type: application/json' -d '{"text":"My first note"}'
curl -s http://127.0.0.1:3000/api/notes -H "Authorization: Bearer $TOKEN"
\`\`\`

| Command | Purpose |
|---|---|
| \`npm start\` | builds and starts the service |
| \`npm test\` | runs the tests |
| \`npm run check\` | checks the definitions, and lists resources and routes |
| \`npm run migrate\` | runs the pending migrations, as every start does |
| \`npm run format\` | formats the sources |
| \`npx resource-api make resource book\` | creates a resource; also \`policy\`, \`action\`, \`filter\`, \`rule\`, \`migration\` and \`tool\` |
| \`npx resource-api --help\` | lists all commands |
| \`docker compose up\` | starts the service on PostgreSQL |

## Files

| Path | Content |
|---|---|
| \`src/deployment.ts\` | the options of the service, and its modules |
| \`src/users/\` | the accounts |
| \`src/notes/\` | an example: notes that only their user sees |
| \`src/ormconfig.ts\` | the database for TypeORM's own command line: \`npx typeorm -d dist/ormconfig.js\` |

Environment variables set the port, the database and all other settings. \`DATABASE_URL\` defaults to a SQLite file.
`;

const existingReadme = ({ name }: ApplicationFacts): string => `# ${name}

An API for an existing database, built with [resource-api](https://www.npmjs.com/package/resource-api).

\`\`\`sh
npm install
export DATABASE_URL=postgres://user:password@host:5432/name
npx resource-api introspect
npm test
npm start
\`\`\`

\`introspect\` writes entities, resources, policies and tests for the tables. The policies deny everything: open them as your
users need. The service adds the tables \`api_users\`, \`tokens\`, \`login_attempts\`, \`action_logs\`, \`action_log_files\`, \`action_log_snapshots\`,
\`action_runs\`, \`idempotency_keys\`, \`last_writes\`, \`service_secrets\` and \`migrations\`, and leaves all others as they are. To use it, create an account and a token:

\`\`\`sh
npx resource-api user create --email ann@example.org --password "a long password"
npx resource-api token create --email ann@example.org
\`\`\`

| Command | Purpose |
|---|---|
| \`npm start\` | builds and starts the service |
| \`npm test\` | runs the tests, on a SQLite database of their own |
| \`npm run migrate\` | adds the tables of the service, as every start does |
| \`npm run check\` | compares the entities with the database |
| \`npx resource-api --help\` | lists all commands |
`;

/**
 * The files of a new application besides its sources, by their paths.
 *
 * @param isExisting whether it is for a database that exists, so that nothing starts another one
 */
export const projectFiles = (
  facts: ApplicationFacts,
  isExisting: boolean,
): Readonly<Record<string, string>> => ({
  'package.json': manifest(facts),
  'tsconfig.json': json({ compilerOptions, include: ['src'] }),
  'tsconfig.build.json': json({ extends: './tsconfig.json', exclude: ['src/**/*.spec.ts'] }),
  'vitest.config.ts': vitestConfig,
  '.prettierrc.json': json({ printWidth: 100, singleQuote: true }),
  '.prettierignore': 'dist\nvar\npackage-lock.json\n*.md\n',
  '.gitignore': 'node_modules/\ndist/\nvar/\n.env\n',
  '.dockerignore': 'node_modules\ndist\nvar\n.env\n.git\n',
  Dockerfile: dockerfile(facts),
  'README.md': isExisting ? existingReadme(facts) : readme(facts),
  ...(isExisting ? {} : { 'docker-compose.yml': compose(facts) }),
});

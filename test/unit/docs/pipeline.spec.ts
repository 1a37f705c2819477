import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { LightMyRequestResponse } from 'fastify';
import {
  DATABASE,
  type Database,
  type DialectName,
} from '../../../src/database/connection/database.js';
import { numberPlaceholders } from '../../../src/database/engines/postgres/postgres-statements.js';
import { BackgroundWrites } from '../../../src/modules/auth/background-writes.js';
import { seedWhenEmpty } from '../../../demo/seed/seed-when-empty.js';
import { startApplication } from '../../support/demo-app.js';
import { printJson } from '../../support/pages/print-response.js';
import { describeCondition } from '../../../src/addons/explain/describe-condition.js';
import { describePlan } from '../../../src/addons/explain/describe-plan.js';
import { blocksOf, fillBlocks, shorten, wrap } from './generated-blocks.js';
import { flatten, traceShow, type Trace } from './trace-request.js';

const page = 'docs/internals/pipeline.md';
const queryString = 'include=posts[title].comments[comment],roles';
const url = `/api/users/1?${queryString}`;

let app: NestFastifyApplication;
let trace: Trace;
let response: LightMyRequestResponse;
const sent: string[] = [];

/** The page shows SQLite's rows, also when the tests run on another database. */
beforeAll(async () => {
  app = await startApplication('sqlite::memory:');
  const database = app.get<Database>(DATABASE);
  await seedWhenEmpty(database);
  const authorization = `Bearer ${await signIn()}`;
  trace = await traceShow(app, authorization.slice('Bearer '.length), ['users', '1', queryString]);
  await app.get(BackgroundWrites, { strict: false }).settle();
  const stop = database.observe((sql) => sent.push(sql));
  response = await app.inject({ url, headers: { authorization } });
  stop();
});
afterAll(() => app?.close());

async function signIn(): Promise<string> {
  const payload = { email: 'reader@example.com', password: 'password' };
  const login = await app.inject({ method: 'POST', url: '/api/login', payload });
  return login.json<{ access_token: string }>().access_token;
}

async function decisionsOf({ authorizer, resources }: Trace): Promise<string> {
  const lines = resources.map(async (resource) => {
    const abilities = `index ${yesNo(await authorizer.mayIndex(resource))}, store ${yesNo(await authorizer.mayStore(resource))}`;
    return `${resource.key}: ${abilities}, scope ${describeCondition(authorizer.scope(resource), JSON.stringify)}`;
  });
  return (await Promise.all(lines)).map((line) => wrap(line)).join('\n');
}

const yesNo = (response: boolean): string => (response ? 'yes' : 'no');

const sqlOf = async (dialect: DialectName): Promise<string> =>
  (await trace.sent(dialect))
    .map(
      ({ sql: text, values }) =>
        `${wrap(dialect === 'postgres' ? numberPlaceholders(text) : text)}\n-- ${printValues(values)}`,
    )
    .join('\n\n');

const printValues = (values: readonly unknown[]): string =>
  values.map((value) => JSON.stringify(value)).join(', ');

const rowsOf = (): string =>
  flatten(trace.loaded)
    .map(({ plan, rows }) => {
      const cut = rows.length > 2 ? [`  ... ${rows.length - 2} more`] : [];
      return [
        plan.resource.key,
        ...rows.slice(0, 2).map((row) => `  ${JSON.stringify(row)}`),
        ...cut,
      ].join('\n');
    })
    .join('\n');

const texts = async (): Promise<Readonly<Record<string, string>>> => ({
  token: wrap(sent[0]!),
  query: printJson(trace.query),
  decisions: await decisionsOf(trace),
  plan: describePlan(trace.plan, JSON.stringify).join('\n'),
  'sql-sqlite': await sqlOf('sqlite'),
  'sql-postgres': await sqlOf('postgres'),
  'sql-mariadb': await sqlOf('mariadb'),
  rows: rowsOf(),
  object: printJson(shorten(response.json<{ data: unknown }>().data, 1)),
});

describe(page, () => {
  it('shows how the running code handles the request (rewrite it: UPDATE_DOCS=1 npx jest test/unit/docs)', async () => {
    const [is, shouldBe] = fillBlocks(page, await texts());
    expect(is).toBe(shouldBe);
  });

  it('shows for MariaDB the same statements as for MySQL', async () => {
    expect(await sqlOf('mysql')).toBe(await sqlOf('mariadb'));
  });

  it('shows every stage', async () => {
    expect(blocksOf(page)).toEqual(Object.keys(await texts()));
  });

  it('follows the request that it names, which sends these statements', async () => {
    expect(response.statusCode).toBe(200);
    const traced = (await trace.sent('sqlite')).map(({ sql: text }) => text);
    // Relations of one level are read at the same time, in any order.
    expect(sent.slice(1).sort()).toEqual(traced.sort());
  });

  it('shows a response that contains every row, each by its key', () => {
    const text = response.body;
    for (const { plan, rows } of flatten(trace.loaded))
      for (const [key] of rows)
        expect(text).toContain(`"id":"${String(key)}","type":"${plan.resource.key}"`);
  });
});

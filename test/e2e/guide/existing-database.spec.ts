import { readFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Type } from '@nestjs/common';
import { deployment } from '../../../demo/deployment.js';
import { checkDeployment } from '../../../src/tooling/cli/tasks/check-deployment.js';
import { createDatabase } from '../../../src/database/opening/create-database.js';
import { createApplication } from '../../../src/index.js';
import { defaultLimits } from '../../../src/options/limits.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { databaseUnderTest, isOfMysqlFamily } from '../../support/databases.js';
import { runCommand } from '../../support/run-command.js';
import { followSteps } from '../../support/pages/follow-steps.js';
import { PageApp } from '../../support/pages/page-app.js';
import { Page } from '../../support/pages/page.js';
import { WrittenFiles } from '../../support/pages/written-files.js';

const page = Page.guide('existing-database');
const { files } = page;
const modulePath = 'demo/resources/shop/shop.module.ts';
const tables = ['cust', 'ord', 'ord_line'];
const [sql] = page.code('sql');
const [introspected, report] = page.blocks.filter(({ language }) => language === 'text');

/** Runs statements without a migration, and returns the rows of the example's tables. */
async function run(url: string, statements: readonly string[]) {
  const database = await createDatabase({ url, migrate: false }, defaultLimits, [], []);
  try {
    for (const statement of statements) await database.write(statement);
    return await Promise.all(tables.map((table) => database.query(`select * from ${table}`)));
  } finally {
    await database.close();
  }
}

const createShop = (url: string) =>
  run(
    url,
    (isOfMysqlFamily ? sql!.replace(' timestamp', ' datetime') : sql!)
      .split(';')
      .filter((statement) => statement.trim() !== ''),
  );

/** Prints what `npm run resources:check` prints of the demo with this module. */
async function check(url: string, module: Type): Promise<string> {
  const { modules, options } = deployment(
    readEnvironment({ DATABASE_URL: url, LOG_LEVEL: 'silent' }),
  );
  return (await checkDeployment({ options, modules: [...modules, module] })).report;
}

/** The mistakes that the page lists, as replacements in its files. */
const mistakes: readonly (readonly [right: string, wrong: string])[] = [
  ["name: 'cust_nm'", "name: 'cust_name'"],
  [
    `@Entity('ord_line_keyed')
export class OrderLine {
  @PrimaryColumn('varchar') id!: string;
  @Column('int'`,
    `@Entity('ord_line')
export class OrderLine {
  @PrimaryColumn('int', { name: 'line_no' }) lineNumber!: number;
  @PrimaryColumn('int'`,
  ],
  ["name: 'ship_on', nullable: true", "name: 'ship_on'"],
  ["  @Column('int') batch!: number;\n", ''],
  ['  @Field({ writeOnly: true, canWrite: () => false, default: () => 1 }) batch!: number;\n', ''],
];

let guide: PageApp;
let url: string;
let ShopModule: Type;

beforeAll(async () => {
  guide = await PageApp.start(files, {
    prepare: async (address) => {
      url = address;
      await createShop(url);
    },
  });
  ({ ShopModule } = await guide.written.load<{ ShopModule: Type }>(modulePath));
});
afterAll(() => guide?.close());

describe(page.path, () => {
  it('shows requests', () => {
    expect(page.requests).toHaveLength(5);
  });

  followSteps(page, page.requests, (step) => guide.follow(step));

  it('shows what introspect prints', async () => {
    const place = await databaseUnderTest();
    await createShop(place.url);
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-guide-'));
    await runCommand(['new', 'shop-api', '--existing-database'], { folder });
    const root = join(folder, 'shop-api');
    expect(readFileSync(join(root, 'src/deployment.ts'), 'utf8')).toContain('existing: true');
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(resolve('node_modules/typescript'), join(root, 'node_modules/typescript'));
    const env = { DATABASE_URL: place.url };
    const printed = await runCommand(['introspect', '--module', 'shop'], { folder: root, env });
    // On SQLite no date is reported.
    const lines = introspected!.code.split('\n');
    const expected = place.dialect === 'sqlite' ? lines.slice(0, -1) : lines;
    expect(printed).toEqual({ code: 0, stdout: `${expected.join('\n')}\n`, stderr: '' });
    rmSync(folder, { recursive: true });
    await place.dispose();
  });

  it('is right that updates ignore a key, and that the view is read-only', async () => {
    const admin = guide.client('admin');
    const changed = await admin.patch('/orders/8', { number: 11, batch: 3 });
    expect(changed.body).toMatchObject({ data: { id: '8', attributes: { number: '8' } } });
    expect((await admin.post('/order_lines', { item: 'x' })).status).toBe(403);
  });

  it('is right about the collations of MariaDB and MySQL', async () => {
    const { status } = await guide.client('admin').get('/customers/c-100');
    expect(status).toBe(isOfMysqlFamily ? 200 : 404);
  });

  it('is right about the values of columns without a field', async () => {
    const [customers, orders] = await run(url, []);
    expect(customers!.map((row) => row[3])).toEqual(['NL00 BANK 1', null]);
    expect(orders!.map((row) => row[6])).toEqual([1, 1, 1]);
  });

  it('is right that other password hashes are refused at login', async () => {
    await run(url, ["update users set password = '$2b$10$x' where email = 'reader@example.com'"]);
    const payload = { email: 'reader@example.com', password: 'password' };
    const login = await guide.app.inject({ method: 'POST', url: '/api/login', payload });
    expect(login.statusCode).toBe(401);
  });

  it('has entities that fit the database', async () => {
    expect(await check(url, ShopModule)).toContain('The definitions have no faults.');
    expect(await check(url, ShopModule)).not.toContain('warning');
  });

  it('shows what resources:check reports about its mistakes', async () => {
    const wrong = new WrittenFiles(
      new Map(
        [...files].map(([name, text]) => [
          name,
          mistakes.reduce((changed, [from, to]) => changed.replace(from, to), text),
        ]),
      ),
    );
    for (const [from] of mistakes) expect([...files.values()].join('')).toContain(from);
    const module = (await wrong.load<{ ShopModule: Type }>(modulePath)).ShopModule;
    const [, ...printed] = (await check(url, module)).split('\n\n');
    wrong.dispose();
    const text = printed.join('\n\n');
    expect(text).toBe(page.expected(report!, text));
  });

  it('is right that the check can run before the migrations of the service, which leave the tables alone', async () => {
    const place = await databaseUnderTest();
    const before = await createShop(place.url);
    const pending = await check(place.url, ShopModule);
    expect(pending).toContain('are compared with the database itself');
    expect(pending).toContain('The definitions have no faults.');
    const { modules, options } = deployment(
      readEnvironment({ DATABASE_URL: place.url, LOG_LEVEL: 'silent' }),
    );
    const app = await createApplication({ options, modules: [...modules, ShopModule] });
    await app.init();
    await app.close();
    expect(await check(place.url, ShopModule)).toContain('The definitions have no faults.');
    expect(await run(place.url, [])).toEqual(before);
    await place.dispose();
  });
});

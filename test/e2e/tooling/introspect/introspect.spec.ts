import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Deployment } from '../../../../src/app/create-application.js';
import { readEnvironment, type Environment } from '../../../../src/index.js';
import {
  createTestApplication,
  type TestApplication,
} from '../../../../src/tooling/testing/index.js';
import { testDialect } from '../../../support/databases.js';
import { runCommand } from '../../../support/run-command.js';
import { IntrospectedApp, type Report } from './introspected-app.js';
import { thirtyTables } from './thirty-tables.js';

const files = ['entities', 'policies', 'resources', 'module', 'spec'].map(
  (kind) => `src/legacy/legacy.${kind}.ts`,
);

interface Application {
  deployment(this: void, environment: Environment): Deployment;
}

interface Found {
  readonly data: { readonly id: string; readonly [member: string]: unknown };
}

describe('introspect on thirty tables', () => {
  let app: IntrospectedApp;
  let tables: unknown;
  let report: Report;
  beforeAll(async () => {
    app = await IntrospectedApp.create(thirtyTables(testDialect));
    tables = await app.tables();
    report = await app.report('--module', 'legacy');
  });
  afterAll(() => app.dispose());

  it('writes files, and registers them', () => {
    expect(report).toMatchObject({
      created: [...files, 'src/introspected.json'],
      updated: ['src/deployment.ts'],
      unchanged: [],
    });
    expect(app.read('src/deployment.ts')).toContain('modules: [ApiUserModule, LegacyModule]');
  });

  it.each([
    'the view order_totals, because a view has no key.',
    'the table log_line, because it has no primary key.',
    'the table order_line, because its primary key has 2 columns (ord_no, line_no), and a resource has one.',
    'document.content, because responses do not contain binary values',
    'the foreign key (ord_no, line_no) of shipment to order_line, because a relation has one column.',
  ])('reports that it did not map %s', (text) => {
    expect(report.notes.join('\n')).toContain(`Not mapped: ${text}`);
  });

  it('reports checks, types without fields, secrets and dates without a zone', () => {
    const notes = report.notes.join('\n');
    expect(notes).toMatch(/Not mapped: the check .*small.* > 0.* of measure/);
    expect(notes).toMatch(/Not mapped: measure\.odd, because/);
    expect(notes).toContain('TBL_CUST.PIN looks like a secret');
    expect(notes).toMatch(/no time zone: event\.starts, order\.placed, /);
    expect(notes).not.toContain('active_yn');
  });

  it('names classes and properties, and keeps the names of the database', () => {
    const entities = app.read('src/legacy/legacy.entities.ts');
    expect(entities).toContain(
      "  @PrimaryColumn('varchar', { name: 'CUST_NO', length: 10 }) custNo!: string;\n",
    );
    expect(entities).toContain(
      "length: 1, enum: ['Y', 'N'], default: 'Y' })\n  activeYn!: string;",
    );
    expect(entities).toMatch(/@Entity\('people'\)\nexport class Person \{/);
    expect(entities).toMatch(/@Entity\('person'\)\nexport class PersonRecord \{/);
    expect(entities).toMatch(/@Entity\('status'\)\nexport class Status \{/);
    expect(entities).toMatch(/@Entity\('action'\)\nexport class ActionRecord \{/);
    expect(entities).toContain('constructorValue!: string | null;');
    expect(entities).toContain('n2ndValue!: string | null;');
    expect(entities).toContain('billToOrders!: Relation<Order>[];');
    expect(entities).toContain('shipToOrders!: Relation<Order>[];');
    expect(entities).toContain('children!: Relation<Category>[];');
  });

  it('changes nothing in the database, and nothing the second time', async () => {
    const sources = app.sources();
    const again = await app.report('--module', 'legacy');
    expect(again).toMatchObject({ created: [], updated: [], unchanged: [files[0]] });
    expect(app.sources()).toEqual(sources);
    expect(await app.tables()).toEqual(tables);
  });

  describe('starts an application', () => {
    let test: TestApplication;
    let user: object;
    let deployment: Application['deployment'];
    beforeAll(async () => {
      openPolicies(app);
      ({ deployment } = await app.load<Application>('src/deployment.js'));
      const { modules, options } = deployment(readEnvironment({}));
      const { authentication } = options;
      const database = app.place.url;
      test = await createTestApplication({ modules, options: { authentication }, database });
      user = await test.factory(authentication.user.entity).create();
    });
    afterAll(() => test.close());

    const get = async (path: string) => {
      const { status, body } = await test.as(user).get<Found>(path);
      expect({ status, body: status === 200 || body }).toEqual({ status: 200, body: true });
      return body.data;
    };
    const related = async (path: string) => (await get(path)).relationships;

    it('that responds with records in their columns', async () => {
      expect((await get('/orders/7')).attributes).toMatchObject({
        custNo: 'C-1',
        placed: '2025-04-15T08:30:00.000Z',
        shipOn: '2025-04-17',
        total: '49.90',
      });
      expect((await get('/products/1')).attributes).toMatchObject({
        label: 'Lamp',
        shout: 'LAMP',
        price: '12.500',
        stock: 0,
        mood: "it's fine",
        onSale: false,
        attributes: null,
      });
      expect((await get('/tbl_custs/C-1')).attributes).toEqual({
        custNo: 'C-1',
        custNm: 'Ada',
        activeYn: 'Y',
      });
    });

    it('that loads relations of each kind', async () => {
      expect(await related('/orders/7?include=cust,billTo,shipTo')).toMatchObject({
        cust: { id: 'C-1' },
        billTo: { id: '1' },
        shipTo: null,
      });
      expect(await related('/addresses/1?include=billToOrders,shipToOrders,city')).toMatchObject({
        billToOrders: [{ id: '7' }],
        shipToOrders: [],
        city: { id: '1' },
      });
      expect(await related('/categories/1?include=children')).toMatchObject({
        children: [{ id: '2' }],
      });
      expect(
        await related('/employees/1?include=managerOf,department,employeeProfile'),
      ).toMatchObject({ managerOf: [{ id: '2' }], department: { id: '1' }, employeeProfile: null });
      expect(await related('/products/1?include=categories')).toMatchObject({
        categories: [{ id: '2' }],
      });
      expect(await related('/articles/2?include=articles,relateds')).toMatchObject({
        articles: [{ id: '1' }],
        relateds: [],
      });
    });

    it('that stores records by the rules of the columns', async () => {
      const client = test.as(user);
      const refused = await client.post<{ errors: object }>('/products', {
        label: 'x'.repeat(41),
        mood: 'Angry',
      });
      expect(refused.status).toBe(422);
      expect(Object.keys(refused.body.errors).sort()).toEqual(['label', 'mood']);
      const stored = await client.post<Found>('/products', {
        label: 'Desk',
        price: '99.5',
        mood: 'Calm',
        attributes: { legs: 4 },
        extRef: '6f6e1c1c-9d4e-4f0c-8f43-5a2c3f5a8a01',
      });
      expect(stored.status).toBe(201);
      expect(stored.body.data.attributes).toMatchObject({ shout: 'DESK', attributes: { legs: 4 } });
      const profile = { employeeId: 1, motto: 'On time' };
      expect((await client.post('/employee_profiles', profile)).status).toBe(201);
      expect((await client.post('/employee_profiles', profile)).status).toBe(409);
    });

    it('that attaches records, with the columns of the join table', async () => {
      const client = test.as(user);
      const body = { tags: [1], note: 'since May' };
      expect(await client.post('/products/1/attach/tags', body)).toMatchObject({ status: 201 });
      expect(await related('/products/1?include=tags')).toMatchObject({
        tags: [{ id: '1', pivots: { sortOrder: 1, note: 'since May' } }],
      });
    });

    it('that hides deleted records of a table that marks them', async () => {
      expect((await test.as(user).delete('/products/1')).status).toBe(204);
      expect((await test.as(user).get('/products/1')).status).toBe(404);
      const [[kept]] = (await app.run([
        'select deleted_at is not null from product where id = 1',
      ])) as [[unknown]];
      expect([true, 1]).toContain(kept);
    });

    it('that needs no migration for tables of another application', async () => {
      const { stdout } = await runCommand(['migrate', 'generate', 'src/more', '--json'], {
        folder: app.root,
        env: { DATABASE_URL: app.place.url },
        load: () => Promise.resolve(deployment),
      });
      expect(JSON.parse(stdout)).toEqual({ file: null, className: null, unknown: [] });
    });

    it('that leaves all other tables as they were', async () => {
      const kept = ['action_log_files', 'action_log_snapshots'];
      const own = [
        'action_logs',
        ...kept,
        'action_runs',
        'login_attempts',
        'idempotency_keys',
        'last_writes',
        'service_secrets',
        'tokens',
      ];
      const names = [...own, 'api_users', 'migrations'];
      const now = await app.tables();
      expect(now.filter(({ name }) => !names.includes(name))).toEqual(tables);
      expect((await app.report('--module', 'legacy')).created).toEqual([]);
    });
  });
});

/** Lets every user do everything. */
function openPolicies(app: IntrospectedApp): void {
  const path = 'src/legacy/legacy.policies.ts';
  const opened = app
    .read(path)
    .replaceAll('nothing', 'everything')
    .replaceAll('=> false', '=> true');
  writeFileSync(join(app.root, path), opened);
}

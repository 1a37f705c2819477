import type { TestApplication } from 'resource-api/testing';
import type { StartedApp } from '../../../support/app-under-test.js';
import { isOfMysqlFamily, testDialect } from '../../../support/databases.js';
import { Keeper } from '../../../support/depot-app/entities.js';
import { parcelValues, startParcels } from '../../../support/depot-app/parcels.js';

let started: StartedApp<Keeper>;
let test: TestApplication<Keeper>;
let keeper: Keeper;
beforeAll(async () => {
  started = await startParcels();
  test = started.test;
  keeper = await test
    .factory(Keeper)
    .create({ name: 'Cleo', password: 'secret words', isHead: false });
});
afterAll(async () => {
  await test?.close();
  await started?.source.dispose();
});

const store = async (table: string, body: object) => {
  const stored = await test.as(keeper).send<any>('POST', `/${table}`, body);
  return Number(stored.body.data.id);
};

/** The number of statements that read a table while one of its records is patched. */
async function readsOf(table: string, id: number, body: object): Promise<number> {
  const patched: number[] = [];
  const statements = await test.statements(async () => {
    const { status } = await test.as(keeper).send('PATCH', `/${table}/${id}`, body);
    patched.push(status);
  });
  expect(patched).toEqual([200]);
  return statements.filter((sql) => sql.startsWith('select') && sql.includes(table)).length;
}

/** The guard reads the record; MariaDB and MySQL also read the locked record, and the response. */
const reads = isOfMysqlFamily ? 3 : 1;

describe('A patch of a record that nobody else changes (C4.3)', () => {
  it.each(parcelValues)('does not lock it first: %s', async (column, ...values) => {
    const id = await store('parcels', { address: 'Mole 1' });
    const name = test.dataSource.driver.escape(column);
    for (const [at, value] of values.entries()) {
      await test.dataSource.query(`update parcels set ${name} = ${value} where id = ${id}`);
      expect(await readsOf('parcels', id, { address: `Pier ${at}` })).toBe(reads);
    }
  });

  it('locks it on SQLite if it has very many columns', async () => {
    const id = await store('crates', { label: 'A' });
    const lock = testDialect === 'sqlite' ? 1 : 0;
    expect(await readsOf('crates', id, { label: 'B' })).toBe(reads + lock);
  });
});

import { DATABASE, type Database } from '../../../src/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../src/options/resource-api-options.js';
import { RecordVersions } from '../../../src/addons/safe-writes/record-versions.js';
import { ResourceRegistry } from '../../../src/registry/resources/resource-registry.js';
import { ReferenceDocument } from '../../../src/addons/reference/reference-document.js';
import type { TestApplication, TestMethod } from '../../../src/tooling/testing/index.js';
import type { StartedApp } from '../../support/app-under-test.js';
import { testDialect } from '../../support/databases.js';
import { form } from '../../support/forms.js';
import { Keeper } from '../../support/depot-app/entities.js';
import { parcelValues, startParcels } from '../../support/depot-app/parcels.js';
import { Script } from '../../support/depot-app/script.js';
import { resolveReferences } from '../../support/document/resolve-references.js';

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

const send = <Body = any>(method: TestMethod, path: string, body?: object) =>
  test.as(keeper).send<Body>(method, path, body);

/** The version in the response to a request, which must succeed. */
async function versionOf(method: TestMethod, path: string, body?: object): Promise<string> {
  const { status, headers } = await send(method, path, body);
  expect(status).toBeLessThan(300);
  return String(headers.etag);
}

const store = async (values: object = {}, path = '/parcels') => {
  const body = { address: 'Mole 1', label: 'A', ...values };
  const { body: stored, headers } = await send('POST', path, body);
  return { path: `${path}/${stored.data.id}`, id: Number(stored.data.id), version: headers.etag };
};

/** Sets a column behind the service's back. */
const set = (table: string, id: number, column: string, sql: string) => {
  const name = test.dataSource.driver.escape(column);
  return test.dataSource.query(`update ${table} set ${name} = ${sql} where id = ${id}`);
};

describe('The version of a record (C13.1)', () => {
  it('is a weak ETag, the same in the responses to store, show and every update', async () => {
    const { path, version } = await store();
    expect(version).toMatch(/^W\/"[\w-]+"$/);
    expect(await versionOf('GET', path)).toBe(version);
    let last = version;
    for (const [method, address] of [
      ['PUT', 'Mole 2'],
      ['PATCH', 'Mole 3'],
    ] as const) {
      const updated = await versionOf(method, path, { address, grams: 5 });
      expect(updated).not.toBe(last);
      expect(await versionOf('GET', path)).toBe(updated);
      last = updated;
    }
    const { payload, headers } = form({ name: 'address', content: 'Mole 4' });
    const uploaded = await test.as(keeper).with(headers).send('POST', path, payload);
    expect(uploaded.status).toBe(200);
    expect(uploaded.headers.etag).not.toBe(last);
    expect(await versionOf('GET', path)).toBe(uploaded.headers.etag);
  });

  it('differs between records with the same values', async () => {
    const [one, other] = [await store(), await store()];
    if (testDialect !== 'postgres') expect(one.version).not.toBe(other.version);
    await set('parcels', one.id, 'grams', '7');
    expect(await versionOf('GET', other.path)).toBe(other.version);
  });

  it('does not depend on the fields and relations of the response', async () => {
    const { path, id, version } = await store();
    await send('POST', '/stickers', { text: 'Swan', stuck_type: 'parcels', stuck_id: String(id) });
    for (const query of [
      'fields[parcels]=grams',
      'fields[parcels]=address',
      'include=stickers',
      'include=stickers[text]',
    ])
      expect(await versionOf('GET', `${path}?${query}`)).toBe(version);
    expect(await versionOf('PATCH', `${path}?include=stickers`, {})).toBe(version);
  });

  it('stays the same if nothing changes: after reads, and after an update to the same values', async () => {
    const { path, version } = await store({ grams: 3 });
    await send('GET', '/parcels');
    expect(await versionOf('PATCH', path, { grams: 3 })).toBe(version);
    expect(await versionOf('PUT', path, { address: 'Mole 1', grams: 3 })).toBe(version);
    expect(await versionOf('GET', path)).toBe(version);
  });

  it.each(parcelValues)('changes with the column %s, shown or not', async (column, ...values) => {
    const { path, id } = await store();
    const versions = new Set<string>();
    for (const value of values) {
      await set('parcels', id, column, value);
      versions.add(await versionOf('GET', path));
    }
    expect(versions.size).toBe(values.length);
  });

  it('changes if characters move from one column to the next', async () => {
    const { path, id } = await store();
    const seen = new Set<string>();
    const pairs = [
      ["'a'", "'bc'"],
      ["'ab'", "'c'"],
      ["'abc'", "''"],
      ["'abc'", 'null'],
      ["'a'',''b'", "'c'"],
      ["'a'", "'b'',''c'"],
    ] as const;
    for (const [first, second] of pairs) {
      await set('parcels', id, 'first', first);
      await set('parcels', id, 'second', second);
      seen.add(await versionOf('GET', path));
    }
    expect(seen.size).toBe(pairs.length);
  });

  it('covers every column of a wide table', async () => {
    const { path, id, version } = await store({}, '/crates');
    const versions = new Set([version]);
    for (const column of ['slot_0', 'slot_99', 'slot_149']) {
      await set('crates', id, column, '1');
      versions.add(await versionOf('GET', path));
    }
    expect(versions.size).toBe(4);
  });

  it('is that of the @VersionColumn, if the entity has one', async () => {
    const { path, version } = await store({ title: 'Vase' }, '/pieces');
    expect(version).toBe('W/"1"');
    expect(await versionOf('PATCH', path, { title: 'Urn' })).toBe('W/"2"');
    expect(await versionOf('GET', path)).toBe('W/"2"');
  });

  it('exists for a view, and changes with its columns', async () => {
    const { id } = await store({ grams: 2_000 });
    const before = await versionOf('GET', `/heavy_parcels/${id}`);
    expect(await versionOf('GET', `/heavy_parcels/${id}`)).toBe(before);
    await set('parcels', id, 'address', "'Pier 9'");
    expect(await versionOf('GET', `/heavy_parcels/${id}`)).not.toBe(before);
  });

  it('is part of the profile, and changes with columns that it does not show', async () => {
    const first = await versionOf('GET', '/profile');
    expect(await versionOf('GET', `/keepers/${keeper.id}`)).toBe(first);
    test.app.get(Script, { strict: false }).mayChangeKeepers = true;
    const renamed = await versionOf('PATCH', '/profile', { name: 'Cleopatra' });
    expect(renamed).not.toBe(first);
    expect(await versionOf('GET', '/profile')).toBe(renamed);
    await set('keepers', keeper.id, 'is_head', 'true');
    expect(await versionOf('GET', '/profile')).not.toBe(renamed);
  });

  it('is on HEAD, and pages of other origins may read it', async () => {
    const { path, version } = await store();
    const headers = { ...(await test.headersOf(keeper)), origin: 'https://post.example.com' };
    const head = await test.app.inject({ method: 'HEAD', url: `/api${path}`, headers });
    expect(head.headers.etag).toBe(version);
    expect(String(head.headers['access-control-expose-headers']).split(', ')).toContain('ETag');
  });

  it('is on no other response', async () => {
    const { path, id } = await store();
    const others = [
      await send('GET', '/parcels'),
      await send('GET', `${path}/stickers`),
      await send('GET', '/parcels/999999'),
      await send('PATCH', path, { address: null }),
      await send('DELETE', path),
      await send('GET', `/parcels/${id}`),
    ];
    expect(others.map(({ status }) => status)).toEqual([200, 200, 404, 422, 204, 404]);
    for (const { headers } of others) expect(headers).not.toHaveProperty('etag');
  });

  it('is read with the record: show needs no further statement', async () => {
    const { path } = await store();
    const { statements } = await send('GET', path);
    const own = statements.filter((sql) => sql.includes('parcels'));
    expect(own).toHaveLength(1);
    const joined = await send('GET', `${path}?include=stickers`);
    const trips = joined.statements.filter((sql) => /parcels|stickers/.test(sql));
    expect(trips).toHaveLength(testDialect === 'postgres' ? 1 : 2);
    const { statements: page } = await send('GET', '/parcels');
    expect(page.join()).not.toMatch(/xmin|row_digest|sha2/);
  });

  it('is the same for a locked row, read with one statement for any number of keys', async () => {
    const stored = [await store(), await store(), await store()];
    const versions = test.app.get(RecordVersions, { strict: false });
    const parcels = test.app.get(ResourceRegistry, { strict: false }).get('parcels');
    const keys = stored.map(({ id }) => id);
    const database = test.app.get<Database>(DATABASE, { strict: false });
    const found = await database.transaction(async (transaction) => {
      const lock = testDialect === 'sqlite' ? '' : ' for update';
      await transaction.query(`select id from parcels${lock}`);
      const statements: string[] = [];
      const stop = database.observe((sql) => statements.push(sql));
      const read = await versions.versionsOf(transaction, parcels, [...keys, 999_999]);
      stop();
      expect(statements).toHaveLength(1);
      return read;
    });
    expect([...found.keys()].sort()).toEqual(keys.map(String).sort());
    for (const { id, version } of stored) expect(`W/"${found.get(String(id))}"`).toBe(version);
    expect((await versions.versionsOf(database, parcels, [])).size).toBe(0);
  });
});

describe('The versions of a deployment (C13.1)', () => {
  it('are the same on another node', async () => {
    const { path, version } = await store();
    const { test: node } = await startParcels({}, started.source);
    try {
      expect((await node.as(keeper).get(path)).headers.etag).toBe(version);
    } finally {
      await node.close();
    }
  });

  it('reveal no hash that another deployment could compute', async () => {
    const other = await startParcels();
    try {
      const user = await other.test
        .factory(Keeper)
        .create({ name: 'Cleo', password: 'words', isHead: false });
      await started.test.dataSource.query(
        "insert into parcels (id, address, grams) values (5000, 'Mole', 2000)",
      );
      await other.test.dataSource.query(
        "insert into parcels (id, address, grams) values (5000, 'Mole', 2000)",
      );
      // Of a view, so that PostgreSQL computes a hash too.
      const here = await versionOf('GET', '/heavy_parcels/5000');
      const there = await other.test.as(user).get('/heavy_parcels/5000');
      expect(there.headers.etag).toMatch(/^W\/"[\w-]{22}"$/);
      expect(there.headers.etag).not.toBe(here);
    } finally {
      await other.test.close();
      await other.source.dispose();
    }
  });

  it('are described in the OpenAPI document', async () => {
    const { document } = await test.app.get(ReferenceDocument, { strict: false }).served();
    const paths = resolveReferences(document, document.paths);
    const record = paths['/api/parcels/{id}'];
    for (const method of ['get', 'put', 'patch', 'post'])
      expect(record[method].responses['200'].headers).toHaveProperty('ETag');
    const { headers } = paths['/api/parcels'].post.responses['201'];
    expect(Object.keys(headers)).toEqual(['ETag', 'Location']);
    expect(paths['/api/profile'].get.responses['200'].headers).toHaveProperty('ETag');
    expect(paths['/api/parcels'].get.responses['200'].headers).not.toHaveProperty('ETag');
  });

  it('can be switched off, also in the document and the statements', async () => {
    const { test: off } = await startParcels({ versions: false }, started.source);
    try {
      const { path } = await store();
      const { status, headers, statements } = await off.as(keeper).get(path);
      expect(status).toBe(200);
      expect(headers).not.toHaveProperty('etag');
      expect(statements.join()).not.toMatch(/xmin|row_digest|sha2/);
      const patched = await off.as(keeper).patch(path, { grams: 1 });
      expect(patched.headers).not.toHaveProperty('etag');
      const { json } = await off.app.get(ReferenceDocument, { strict: false }).served();
      const { paths, components } = JSON.parse(json);
      expect(JSON.stringify([paths, components.responses])).not.toContain('headers/ETag');
      const { safeWrites } = off.app.get<ResolvedOptions>(OPTIONS, { strict: false });
      expect(safeWrites.versions).toBe(false);
    } finally {
      await off.close();
    }
  });

  it('reject an option of another type', async () => {
    await expect(startParcels({ versions: 'no' as never })).rejects.toThrow(
      'safeWrites.versions must be true or false',
    );
  });
});

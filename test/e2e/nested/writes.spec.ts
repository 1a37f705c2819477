import { OrderApp } from '../../support/order-app/order-app.js';
import { LinePolicy } from '../../support/order-app/resources.js';

let app: OrderApp;
beforeAll(async () => {
  app = await OrderApp.start();
});
beforeEach(() => {
  app.hooks.calls.length = 0;
  app.hooks.failsFor = null;
  app.events.received.length = 0;
});
afterAll(() => app?.stop());

const linesOf = async (order: unknown) =>
  (await app.rows('order_lines', 'product, quantity', `order_id = ${String(order)}`)).map(
    ([product, quantity]) => `${String(product)} ${String(quantity)}`,
  );
const logOf = async (batch?: unknown) =>
  app.database.query(
    'select name, actionable_type, actionable_id, batch_id from action_logs where batch_id = ' +
      (batch === undefined
        ? '(select max(l.batch_id) from action_logs l where l.id = (select max(id) from action_logs))'
        : `'${String(batch)}'`) +
      ' order by id',
  );
const countAll = async () =>
  Promise.all(
    ['orders', 'order_lines', 'receipts', 'remarks', 'action_logs'].map(
      async (table) => (await app.database.query(`select count(*) from ${table}`))[0]![0],
    ),
  ).then((counts) => counts.map(Number));

describe('A store with related records', () => {
  it('stores them in one transaction, with hooks, events and log rows of single writes (C4.7)', async () => {
    const { status, body } = await app.send(
      'POST',
      'orders?include=lines[product,quantity],receipt,remarks,cover',
      {
        title: 'First',
        lines: [{ product: 'pen', quantity: 3 }, { product: 'ink' }],
        receipt: { number: 'R-1' },
        remarks: [{ text: 'urgent' }],
        cover: { title: 'Front' },
      },
      'head',
    );
    expect(status).toBe(201);
    const { id, relationships } = body.data;
    expect(await linesOf(id)).toEqual(['pen 3', 'ink 1']);
    expect(relationships.receipt.attributes).toEqual({ number: 'R-1' });
    expect(relationships.cover.attributes).toEqual({ title: 'Front' });
    expect(relationships.remarks[0].attributes).toEqual({ text: 'urgent' });
    expect(await app.rows('remarks', 'about_type, about_id', `about_id = ${id}`)).toEqual([
      ['orders', Number(id)],
    ]);
    const lines = relationships.lines.map((line: any) => line.id).sort();
    expect(app.hooks.calls.filter(([hook]) => hook === 'storing')).toEqual([
      ['storing', 'store lines null', { product: 'pen', quantity: 3, orderId: Number(id) }],
      ['storing', 'store lines null', { product: 'ink', orderId: Number(id) }],
    ]);
    expect(app.events.received).toEqual([
      ...['orders', 'lines', 'lines', 'receipts', 'remarks', 'covers'].map(
        (key) => `${key}.stored`,
      ),
    ]);
    const log = await logOf();
    expect(log.map(([name, type, key]) => [name, type, key])).toEqual([
      ['Stored', 'orders', id],
      ...lines.map((line: string) => ['Stored', 'lines', line]),
    ]);
    expect(new Set(log.map(([, , , batch]) => batch)).size).toBe(1);
  });

  it('reports faults of all records by their paths, and writes nothing (C4.7, C9)', async () => {
    const before = await countAll();
    const { status, body } = await app.send('POST', 'orders', {
      title: '',
      lines: [{ product: 'pen', quantity: 0 }, { quantity: 'two' }, 7, { product: 'x', id: 1 }],
      remarks: { text: 'not a list' },
      cover: [],
    });
    expect([status, Object.keys(body.errors).sort()]).toEqual([
      422,
      [
        ...['cover', 'lines.0.quantity', 'lines.1.product', 'lines.1.quantity', 'lines.2'],
        ...['lines.3.id', 'remarks', 'title'],
      ],
    ]);
    expect(await countAll()).toEqual(before);
  });

  it('refuses what the relation sets, and what it does not write (C4.7)', async () => {
    const { id } = await app.order();
    const { status, body } = await app.send('POST', 'orders', {
      title: 'New',
      lines: [
        { product: 'a', order_id: id },
        { product: 'b', order: id },
        { product: 'c', remarks: [] },
      ],
    });
    expect([status, body.errors]).toEqual([
      422,
      {
        'lines.0.order_id': ['The order_id field is set by "lines".'],
        'lines.1.order': ['The order field is set by "lines".'],
        'lines.2.remarks': ['The remarks field is not allowed inside "lines".'],
      },
    ]);
  });

  it('asks the policy of the related resource before the rules (C4.3, C4.7)', async () => {
    const { status, body } = await app.send('POST', 'orders', {
      title: '',
      receipt: { number: 'R-2' },
    });
    expect([status, body.code, Object.keys(body.errors)]).toEqual([
      403,
      'unauthorized',
      ['receipt'],
    ]);
  });

  it('rolls everything back if a hook of a related record fails (C4.6, C4.7)', async () => {
    const before = await countAll();
    app.hooks.failsFor = 'bomb';
    const { status } = await app.send('POST', 'orders', {
      title: 'New',
      lines: [{ product: 'pen' }, { product: 'bomb' }],
    });
    const after = await countAll();
    // A failure leaves a row of its own.
    expect([status, ...after]).toEqual([500, ...before.slice(0, -1), before.at(-1)! + 1]);
    expect(app.events.received).toEqual([]);
  });

  it('reports taken values by their paths, also twice in one body (C4.1, C4.7)', async () => {
    await app.order({ sku: 'taken' });
    const { status, body } = await app.send('POST', 'orders', {
      title: 'New',
      lines: [
        { product: 'a', sku: 'taken' },
        { product: 'b', sku: 'twin' },
        { product: 'c', sku: 'twin' },
      ],
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['lines.0.sku', 'lines.2.sku']]);
  });

  it('does not accept related records in a form (C4.7)', async () => {
    const { status, body } = await app.form(
      'orders',
      { name: 'title', content: 'New' },
      { name: 'lines', content: '[{"product":"pen"}]' },
    );
    expect([status, body.errors]).toEqual([
      422,
      { lines: ['The lines field contains records, which need a JSON body.'] },
    ]);
  });
});

describe('An update with related records', () => {
  it('updates those with an id, stores the others, and leaves the rest alone (C4.7)', async () => {
    for (const method of ['PATCH', 'PUT'] as const) {
      const { id, lines } = await app.order({ product: 'a' }, { product: 'b' }, { product: 'c' });
      app.hooks.calls.length = 0;
      const { status } = await app.send(method, `orders/${id}`, {
        title: 'Stored',
        lines: [{ product: 'new' }, { id: lines[1], quantity: 5 }, { id: String(lines[0]) }],
      });
      expect(status).toBe(200);
      expect(await linesOf(id)).toEqual(['a 1', 'b 5', 'c 1', 'new 1']);
      expect(app.hooks.calls.map(([hook, request]) => `${hook}: ${request}`)).toEqual([
        `updating: update lines ${lines[1]}`,
        `updating: update lines ${lines[0]}`,
        'storing: store lines null',
        'stored: store lines null',
      ]);
      expect((await logOf()).map(([name, type]) => `${String(name)} ${String(type)}`)).toEqual([
        'Updated lines',
        'Stored lines',
      ]);
    }
  });

  it('rejects an id of another parent, of an invisible record and of none in the same way (C4.7, C5.9)', async () => {
    const other = await app.order({});
    const { id, lines } = await app.order({}, { hidden: true }, { locked: true });
    const [, hidden, locked] = lines;
    const keys = [other.lines[0], hidden, 999_999, '1x', lines[0], lines[0], locked];
    const { status, body } = await app.send('PATCH', `orders/${id}`, {
      lines: keys.map((key) => ({ id: key, quantity: 2 })),
    });
    const invalid = ['The selected id is invalid.'];
    expect([status, body.errors]).toEqual([
      422,
      {
        'lines.0.id': invalid,
        'lines.1.id': invalid,
        'lines.2.id': invalid,
        'lines.3.id': ['The id field must be a key.'],
        'lines.5.id': ['The id is already in another element.'],
        'lines.6.id': ['This action is unauthorized.'],
      },
    ]);
    expect(await linesOf(id)).toEqual(['pen 1', 'pen 1', 'pen 1']);
  });

  it('keeps one record in a to-one relation, and does not remove it (C4.7)', async () => {
    const { id } = await app.order();
    const patch = (body: object) => app.send('PATCH', `orders/${id}`, body, 'head');
    expect((await patch({ receipt: null, cover: null })).status).toBe(200);
    expect((await patch({ receipt: { number: 'one' }, cover: { title: 'one' } })).status).toBe(200);
    expect((await patch({ receipt: { number: 'two' }, cover: { title: 'two' } })).status).toBe(200);
    expect(await app.rows('receipts', 'number', `order_id = ${id}`)).toEqual([['two']]);
    const covers = await app.rows('covers', 'id, title', `on_id = ${id}`);
    expect(covers.map(([, title]) => title)).toEqual(['two']);
    const named = await patch({ cover: { id: covers[0]![0], title: 'three' } });
    expect(named.status).toBe(200);
    const { status, body } = await patch({ cover: { id: 999_999 }, receipt: null });
    expect([status, body.errors]).toEqual([
      422,
      {
        'cover.id': ['The selected id is invalid.'],
        receipt: ['The record is not removed here. Delete it in "receipts".'],
      },
    ]);
    const refused = await app.send('PATCH', `orders/${id}`, { receipt: { number: 'three' } });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['receipt']]);
  });

  it('ignores a relation and fields that the caller does not see (C4.2, C4.7, C5.9)', async () => {
    const body = { title: 'New', discounts: 'none', lines: [{ product: 'pen', cost: 7 }] };
    const clerk = await app.send('POST', 'orders', body);
    expect(clerk.status).toBe(201);
    const cost = (id: unknown) => app.rows('order_lines', 'cost', `order_id = ${String(id)}`);
    expect(await cost(clerk.body.data.id)).toEqual([[null]]);
    const head = await app.send('POST', 'orders', { ...body, discounts: [{ percent: 5 }] }, 'head');
    expect(await cost(head.body.data.id)).toEqual([[7]]);
    expect(await app.rows('discounts', 'percent')).toEqual([[5]]);
  });

  it('takes at most as many related records as a bulk write (C4.7, C12)', async () => {
    const lines = Array.from({ length: 40 }, () => ({ product: 'pen' }));
    expect((await app.send('POST', 'orders', { title: 'Full', lines })).status).toBe(201);
    const { status, body } = await app.send('POST', 'orders', {
      title: 'Too full',
      lines,
      remarks: [{ text: 'one more' }],
    });
    expect([status, Object.keys(body.errors)]).toEqual([422, ['lines', 'remarks']]);
  });

  it('is a conflict if a related record has changed hands meanwhile (C4.3, C4.7)', async () => {
    const { id, lines } = await app.order({ product: 'a' });
    app.provider(LinePolicy).meanwhile = () =>
      app.database.write('update order_lines set locked = true');
    const { status, body } = await app.send('PATCH', `orders/${id}`, {
      lines: [{ id: lines[0], product: 'b' }],
    });
    expect([status, Object.keys(body.errors)]).toEqual([409, ['lines.0']]);
    await app.database.write('update order_lines set locked = false');
  });
});

describe('Safe writes with related records', () => {
  it('count them in dry runs and in bounds of the effect (C4.7, C13.3, C13.4)', async () => {
    const { id, lines } = await app.order({ product: 'a' });
    const before = await countAll();
    const body = { note: 'n', lines: [{ id: lines[0], quantity: 9 }, { product: 'b' }] };
    const dry = await app.send('PATCH', `orders/${id}`, body, 'clerk', { prefer: 'tx=rollback' });
    expect(dry.body.data.affected).toMatchObject({ stored: 1, updated: 2 });
    expect(dry.body.data.changes.map((each: any) => `${each.event} ${each.type}`)).toEqual([
      ...['updated orders', 'updated lines', 'stored lines'],
    ]);
    const bounded = { prefer: 'max-affected=2' };
    const tooMany = await app.send('PATCH', `orders/${id}`, body, 'clerk', bounded);
    expect([tooMany.status, tooMany.body.code]).toEqual([409, 'max_affected_exceeded']);
    expect(await countAll()).toEqual(before);
  });

  it('write them once with a key, and only if the version of the parent fits (C4.7, C13.1, C13.2)', async () => {
    const { id } = await app.order();
    const body = { lines: [{ product: 'once' }] };
    const keyed = { 'idempotency-key': 'nested-1' };
    const first = await app.send('PATCH', `orders/${id}`, body, 'clerk', keyed);
    const second = await app.send('PATCH', `orders/${id}`, body, 'clerk', keyed);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await linesOf(id)).toEqual(['once 1']);
    const stale = { 'if-match': 'W/"stale"' };
    expect((await app.send('PATCH', `orders/${id}`, body, 'clerk', stale)).status).toBe(412);
    const fresh = { 'if-match': String(first.headers.etag) };
    expect((await app.send('PATCH', `orders/${id}`, body, 'clerk', fresh)).status).toBe(200);
  });

  it('are reverted as a batch (C4.7, C15.1)', async () => {
    const { id, lines } = await app.order({ product: 'a' });
    await app.send('PATCH', `orders/${id}`, {
      note: 'changed',
      lines: [{ id: lines[0], product: 'b' }, { product: 'new' }],
    });
    const [[, , , update]] = (await logOf()) as [unknown[]];
    const stored = await app.send('POST', 'orders', { title: 'New', lines: [{ product: 'c' }] });
    const [[, , , store]] = (await logOf()) as [unknown[]];
    for (const batch_id of [update, store]) {
      const { status } = await app.send('POST', 'action_logs/revert', { batch_id });
      expect(status).toBe(200);
    }
    expect(await linesOf(id)).toEqual(['a 1']);
    expect(await app.rows('orders', 'note', `id = ${id}`)).toEqual([[null]]);
    expect(await app.rows('orders', 'id', `id = ${stored.body.data.id}`)).toEqual([]);
  });
});

describe('Bulk writes with related records', () => {
  it('write those of every parent, with errors by index and path (C4.7, C13.5)', async () => {
    const { status, body } = await app.send('POST', 'orders/bulk', [
      { title: 'One', lines: [{ product: 'a' }, { product: 'b' }] },
      { title: 'Two' },
      { title: 'Three', lines: [{ product: 'c' }] },
    ]);
    expect(status).toBe(201);
    const keys = body.data.map(({ id }: any) => id);
    expect(await Promise.all(keys.map(linesOf))).toEqual([['a 1', 'b 1'], [], ['c 1']]);
    const [[line]] = (await app.rows('order_lines', 'id', `order_id = ${keys[0]}`)) as [unknown[]];
    const wrong = await app.send('POST', 'orders/bulk/update', [
      { id: keys[1], title: '', lines: [{ id: line, quantity: 2 }] },
      { id: keys[2], lines: [{ product: '' }] },
    ]);
    expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([
      422,
      ['0.lines.0.id', '0.title', '1.lines.0.product'],
    ]);
    const right = await app.send('POST', 'orders/bulk/update', [
      { id: keys[0], lines: [{ id: line, quantity: 2 }] },
      { id: keys[1], lines: [{ product: 'd' }] },
    ]);
    expect(right.status).toBe(200);
    expect(await Promise.all(keys.map(linesOf))).toEqual([['a 2', 'b 1'], ['d 1'], ['c 1']]);
  });
});

describe('The statements of nested writes', () => {
  const counted = async (work: () => Promise<{ readonly status: number }>, status: number) => {
    let response = 0;
    const statements = await app.statements(async () => {
      response = (await work()).status;
    });
    expect(response).toBe(status);
    return statements.length;
  };

  it('are as many for 2 related records as for 30 (C4.7, C13.5)', async () => {
    const counts = [];
    for (const count of [2, 30]) {
      const products = Array.from({ length: count }, (_none, at) => ({
        product: `p${at}`,
        sku: `${count}-${at}`,
      }));
      const body = { title: 'New', lines: products };
      const stores = await counted(() => app.send('POST', 'orders', body), 201);
      const { id, lines } = await app.order(...products.map(({ product }) => ({ product })));
      const changes = lines.map((key, at) => ({ id: key, quantity: at + 2, sku: `new ${key}` }));
      const update = { lines: [...changes.slice(0, count / 2), ...products.slice(count / 2)] };
      const withoutSku = update.lines.map((line) => ({ ...line, sku: null }));
      const updates = await counted(
        () => app.send('PATCH', `orders/${id}`, { lines: withoutSku }),
        200,
      );
      const orders = lines.map(() => ({ title: 'Bulk', lines: [{ product: 'pen' }] }));
      const bulk = await counted(() => app.send('POST', 'orders/bulk', orders), 201);
      counts.push({ stores, updates, bulk });
    }
    expect(counts[1]).toEqual(counts[0]);
  });
});

describe('The descriptions of nested writes', () => {
  it('are in the bodies of the OpenAPI document, without what the relation sets (C4.7)', async () => {
    const { components } = (await app.app.inject('/docs/openapi.json')).json();
    const body = (name: string) => components.schemas[name].properties;
    const names = Object.keys(components.schemas).filter((name) => /orders/i.test(name));
    const named = (ending: RegExp) => names.find((name) => ending.test(name))!;
    const { lines, discounts, receipt } = body(named(/patch$/i));
    const [stored, changed] = lines.items.anyOf;
    expect([lines.type, lines.maxItems, stored.required]).toEqual(['array', 40, ['product']]);
    expect(Object.keys(stored.properties)).toEqual(['product', 'quantity', 'sku', 'cost']);
    expect(changed.required).toEqual(['id']);
    expect(Object.keys(changed.properties)).toEqual(['id', ...Object.keys(stored.properties)]);
    expect(discounts.description).toMatch(/Ignored, unless the caller may use the relation.$/);
    expect(receipt.anyOf.map(({ type }: any) => type)).toEqual(['object', 'null']);
    expect(body(named(/store$/i)).lines).toBeDefined();
    expect(body(named(/store-form$|storeform$/i)).lines).toBeUndefined();
  });

  it('are in the description of the resource for those who may write them (C4.7, C17.1)', async () => {
    const writable = async (user: 'clerk' | 'head') => {
      const { body } = await app.send('GET', '_schema/orders', undefined, user);
      return body.data.relations.filter((each: any) => each.writable).map(({ key }: any) => key);
    };
    expect(await writable('clerk')).toEqual(['lines', 'remarks', 'cover']);
    expect(await writable('head')).toEqual(['lines', 'discounts', 'receipt', 'remarks', 'cover']);
  });

  it('are in the schemas of tools, which write them as HTTP does (C4.7, C11.2)', async () => {
    const tools = await app.tools('clerk').list();
    const schemaOf = (name: string): any =>
      tools.find((tool) => tool.name === name)!.inputSchema.properties;
    const { lines, ...others } = schemaOf('orders-update-tool');
    expect(lines.items).toMatchObject({ type: 'object', additionalProperties: false });
    expect(Object.keys(lines.items.properties)).toEqual(['id', 'product', 'quantity', 'sku']);
    expect(lines.description).toBe(
      'An element with "id" changes that record. An element without "id" is a new record, which needs product. Other records stay as they are.',
    );
    expect(Object.keys(others)).not.toContain('receipt');
    const stored = schemaOf('orders-store-tool').lines.items;
    expect([stored.required, Object.keys(stored.properties)[0]]).toEqual([['product'], 'product']);
    const call = (args: object) => app.tools('clerk').call('orders-store-tool', args);
    const result: any = await call({ title: 'By an agent', lines: '[{"product": "pen"}]' });
    expect(await linesOf(result.structuredContent.data.id)).toEqual(['pen 1']);
    const wrong: any = await call({ title: 'By an agent', lines: [{ product: 'pen', price: 1 }] });
    expect(Object.keys(wrong.structuredContent.errors)).toEqual(['lines.0.price']);
  });
});

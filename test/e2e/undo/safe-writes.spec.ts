import { startDemo, type DemoApp } from '../../support/demo-app.js';

let demo: DemoApp;
beforeAll(async () => {
  demo = await startDemo();
  await demo.tokenOf('admin');
});
afterAll(() => demo.close());

const none = { stored: 0, updated: 0, deleted: 0, attached: 0, detached: 0 };

const send = (
  method: 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
) => demo.client('admin').with(headers).send<any>(method, path, body);

const revert = (row: string, headers: Readonly<Record<string, string>> = {}) =>
  send('POST', `/action_logs/${row}/revert`, undefined, headers);

async function lastRow(): Promise<string> {
  const [row] = await demo.database.query('select max(id) from action_logs');
  return String(row![0]);
}

/** Every row that a revert may change, and the log. */
function state(): Promise<unknown> {
  const tables = ['posts', 'comments', 'taggables', 'action_logs', 'idempotency_keys'];
  return Promise.all(tables.map((table) => demo.database.query(`select * from ${table}`)));
}

let number = 0;
async function newPost(): Promise<string> {
  const { body } = await send('POST', '/posts', { title: `Post ${++number}`, status: 'draft' });
  return body.data.id;
}

/** A post whose title has changed once more since the change of the row. */
async function changedSince(): Promise<string> {
  const path = `/posts/${await newPost()}`;
  await send('PATCH', path, { title: `First ${number}` });
  const row = await lastRow();
  await send('PATCH', path, { title: `Second ${number}` });
  return row;
}

describe('The revert of a deletion (C13.4)', () => {
  /** The log row of the deletion of a post with two comments and three tags. */
  async function deletion(): Promise<string> {
    const id = await newPost();
    for (const comment of ['One', 'Two'])
      await send('POST', '/comments', {
        comment,
        commentable_type: 'posts',
        commentable_id: Number(id),
      });
    await send('POST', `/posts/${id}/sync/tags`, { tags: ['art', 'biography', 'travel'] });
    expect((await send('DELETE', `/posts/${id}`)).status).toBe(204);
    return lastRow();
  }

  it('counts comments and tag links that it stores again, and leaves nothing', async () => {
    const row = await deletion();
    const before = await state();
    const { status, body } = await revert(row, { prefer: 'tx=rollback' });
    expect(status).toBe(200);
    expect(body.data.affected).toEqual({ ...none, stored: 3, attached: 3 });
    expect(body.data.changes).toMatchObject([{ type: 'posts', event: 'stored' }]);
    expect(await state()).toEqual(before);
  });

  it.each([0, 1, 5])('is 409 with max-affected=%i, and restores nothing', async (max) => {
    const row = await deletion();
    const before = await state();
    const { status, body } = await revert(row, { prefer: `max-affected=${max}` });
    expect([status, body]).toEqual([
      409,
      {
        code: 'max_affected_exceeded',
        message: `The request would change 6 records, but max-affected allows ${max}.`,
      },
    ]);
    expect(await state()).toEqual(before);
  });

  it('is done with max-affected=6', async () => {
    expect((await revert(await deletion(), { prefer: 'max-affected=6' })).status).toBe(200);
  });
});

describe('The revert of a change of pivot rows (C13.4)', () => {
  /** The log row of a sync that attaches one tag, detaches one, and changes the values of one. */
  async function synced(): Promise<string> {
    const path = `/posts/${await newPost()}/sync/tags`;
    await send('POST', path, { tags: ['art', { id: 'travel', position: 1 }] });
    const tags = ['biography', { id: 'travel', position: 2 }];
    expect((await send('POST', path, { tags })).status).toBe(200);
    return lastRow();
  }

  it('counts the rows, and leaves nothing', async () => {
    const row = await synced();
    const before = await state();
    const { status, body } = await revert(row, { prefer: 'tx=rollback' });
    expect(status).toBe(200);
    expect(body.data.affected).toEqual({ ...none, attached: 2, detached: 1 });
    expect(await state()).toEqual(before);
  });

  it('is 409 if max-affected allows fewer, and restores nothing', async () => {
    const row = await synced();
    const before = await state();
    const { status, body } = await revert(row, { prefer: 'max-affected=2' });
    expect([status, body.code]).toEqual([409, 'max_affected_exceeded']);
    expect(await state()).toEqual(before);
    expect((await revert(row, { prefer: 'max-affected=3' })).status).toBe(200);
  });
});

describe('A lenient revert (C13.2, C13.3, C15.2)', () => {
  it('has its Preference-Applied in a replay, too', async () => {
    const row = await changedSince();
    const headers = { prefer: 'handling=lenient', 'idempotency-key': 'lenient' };
    const first = await revert(row, headers);
    const second = await revert(row, headers);
    expect([first.status, first.body.data.conflicts]).toMatchObject([200, [{ type: 'posts' }]]);
    expect([second.status, second.body]).toEqual([first.status, first.body]);
    expect([first, second].map(({ headers: sent }) => sent['idempotency-replayed'])).toEqual([
      undefined,
      'true',
    ]);
    for (const { headers: sent } of [first, second])
      expect(sent['preference-applied']).toBe('handling=lenient');
  });

  it.each(['handling=lenient, tx=rollback', 'tx=rollback, handling=lenient'])(
    'names both preferences of a dry run: %s',
    async (prefer) => {
      const row = await changedSince();
      const before = await state();
      const { status, headers, body } = await revert(row, { prefer });
      expect([status, headers['preference-applied']]).toEqual([
        200,
        'handling=lenient, tx=rollback',
      ]);
      expect(body.data.result.data).toMatchObject({ affected: 0, conflicts: [{ type: 'posts' }] });
      expect(await state()).toEqual(before);
    },
  );

  it('is not lenient because of a parameter of another preference', async () => {
    const { status, body, headers } = await revert(await changedSince(), {
      prefer: 'foo; handling=lenient, bar="a,handling=lenient"',
    });
    expect([status, body.code]).toEqual([409, 'revert_conflict']);
    expect(headers['preference-applied']).toBeUndefined();
  });
});

import type { Keeper } from '../../support/depot-app/entities.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
beforeEach(() => depot.fill(6));
afterAll(() => depot.stop());

const NOT_FOUND = { message: 'Not found.', code: 'not_found' };
const receivedKeys = () => {
  const calls: number[][] = [];
  depot.actions.work = (_request, sacks) => {
    calls.push(sacks.map(({ id }) => id));
    return { seen: sacks.length };
  };
  return calls;
};

describe('The action named by a request', () => {
  it.each([
    ['missing', ''],
    ['empty', '?action='],
    ['given twice', '?action=grind-sacks&action=grind-sacks'],
    ['combined with an unknown parameter', '?action=grind-sacks&verb=x'],
    ['combined with a page', '?action=grind-sacks&page=1'],
  ])('is rejected with 400 when it is %s (C6.2)', async (_what, query) => {
    const { status, body } = await depot.send('POST', `sacks/actions${query}`, {
      repositories: [1],
    });
    expect([status, body.code]).toEqual([400, 'invalid_query']);
  });

  it('is read only from the query (C6.2)', async () => {
    expect(
      (await depot.send('POST', 'sacks/actions', { action: 'grind-sacks', repositories: [1] }))
        .status,
    ).toBe(400);
  });

  it.each([
    ['unknown', 'sacks', 'no-such'],
    ['of a prototype', 'sacks', 'constructor'],
    ['__proto__', 'sacks', '__proto__'],
    ['for the other path', 'sacks', 'open-sack'],
    ['for the other path, on a record', 'sacks/1', 'grind-sacks'],
    ['of another resource', 'sacks', 'sift-grains'],
    ["another's class name", 'sacks', 'GrindSacks'],
  ])('is 404 when it is %s (C6.2)', async (_what, path, action) => {
    const { status, body } = await depot.run(path, action, { repositories: [1] });
    expect([status, body]).toEqual([404, NOT_FOUND]);
  });

  it('is 404 when canSee hides it, before the body is checked (C6.2)', async () => {
    depot.actions.canSee = ({ user }) => (user as unknown as Keeper).isHead;
    const hidden = await depot.run(
      'sacks',
      'tie',
      { repositories: 'nonsense' },
      undefined,
      'other',
    );
    expect([hidden.status, hidden.body]).toEqual([404, NOT_FOUND]);
    expect((await depot.run('sacks', 'tie', { repositories: [1] })).status).toBe(204);
  });

  it('runs on the collection and on a record, as a list of one, if it has both scopes (C6.9)', async () => {
    const calls = receivedKeys();
    expect((await depot.run('sacks', 'tie', { repositories: [4, 2] })).body).toEqual({ seen: 2 });
    expect((await depot.run('sacks/3', 'tie')).body).toEqual({ seen: 1 });
    expect(calls).toEqual([[2, 4], [3]]);
  });

  it('runs at both paths without records if it is standalone (C6.2)', async () => {
    const calls = receivedKeys();
    expect((await depot.run('sacks', 'fill-sacks')).status).toBe(200);
    expect((await depot.run('sacks/3', 'fill-sacks', [1])).status).toBe(200);
    expect(calls).toEqual([[], []]);
    expect((await depot.run('sacks/99', 'fill-sacks')).status).toBe(404);
  });

  it('accepts no query parameter but its own if it is standalone (C5.1)', async () => {
    const { status, body } = await depot.send(
      'POST',
      'sacks/actions?action=fill-sacks&include=slips',
      {},
    );
    expect([status, body.errors]).toEqual([
      400,
      { include: ['A standalone action does not accept this parameter. Allowed: action.'] },
    ]);
  });
});

describe('repositories', () => {
  it.each([
    ['missing', {}],
    ['null', { repositories: null }],
    ['empty', { repositories: [] }],
    ['an object', { repositories: { 0: 1 } }],
    ['a key alone', { repositories: 1 }],
    ['another word', { repositories: 'ALL' }],
    ['all in a list', { repositories: ['all'] }],
    ['a list in a list', { repositories: [[1]] }],
    ['an object in a list', { repositories: [{ id: 1 }] }],
    ['1abc', { repositories: ['1abc'] }],
    ['01', { repositories: ['01'] }],
    ['1.5', { repositories: [1.5] }],
    ['true', { repositories: [true] }],
    ['null in a list', { repositories: [null] }],
    ['an unsafe integer', { repositories: [2 ** 53] }],
    ['an overflow', { repositories: ['99999999999'] }],
  ])(
    'are rejected with 422 when they are %s, and nothing runs (C1.3, C6.3)',
    async (_what, body) => {
      const calls = receivedKeys();
      const response = await depot.run('sacks', 'grind-sacks', body);
      expect([response.status, Object.keys(response.body.errors)]).toEqual([422, ['repositories']]);
      expect(response.body.message).toBe('The given data was invalid.');
      expect(calls).toEqual([]);
      expect(await depot.log()).toEqual([]);
    },
  );

  it('are required if there is no body; a body that is not an object is 400 (C4.2, C4.3)', async () => {
    expect((await depot.run('sacks', 'grind-sacks')).status).toBe(422);
    for (const body of [[1], 'all', 5, null])
      expect((await depot.run('sacks', 'grind-sacks', body)).status).toBe(400);
  });

  it('accepts keys as strings and as integers, removes duplicates and keeps their order (C6.3, C6.5)', async () => {
    const calls = receivedKeys();
    await depot.run('sacks', 'grind-sacks', { repositories: ['6', 2, '2', 6, 1] });
    expect(calls).toEqual([[1, 2, 6]]);
  });

  it('ignores keys of records that are not visible; if none is left the handler runs once, with an empty list (C6.3)', async () => {
    const calls = receivedKeys();
    const some = await depot.run(
      'sacks',
      'grind-sacks',
      { repositories: [1, 2, 99] },
      undefined,
      'other',
    );
    const none = await depot.run(
      'sacks',
      'grind-sacks',
      { repositories: [1, 3] },
      undefined,
      'other',
    );
    expect([some.body, none.body]).toEqual([{ seen: 1 }, { seen: 0 }]);
    expect(calls).toEqual([[2], []]);
  });

  it('accepts up to 1,000 keys in one call, with any chunkCount; one more is 422 (C6.3, C12)', async () => {
    const calls = receivedKeys();
    const keys = Array.from({ length: 1_001 }, (_none, at) => at + 1);
    expect(
      (await depot.run('sacks', 'grind-sacks', { repositories: keys.slice(0, 1_000) })).status,
    ).toBe(200);
    expect(calls).toEqual([[1, 2, 3, 4, 5, 6]]);
    const more = await depot.run('sacks', 'grind-sacks', { repositories: keys });
    expect([more.status, more.body.errors]).toEqual([
      422,
      { repositories: ['The repositories field must not have more than 1000 keys.'] },
    ]);
    expect(
      (await depot.run('sacks', 'grind-sacks', { repositories: [...keys.slice(0, 1_000), '7', 7] }))
        .status,
    ).toBe(200);
  });

  it('sorts records with string keys by code point (C1.6, C6.5)', async () => {
    for (const slug of ['b', 'B', 'ä', 'a', '😀', '\uFF5E'])
      await depot.database.write('insert into grains (slug, label) values (?, ?)', [slug, slug]);
    const calls: string[][] = [];
    depot.actions.work = (_request, grains) =>
      void calls.push(grains.map((grain) => (grain as never as { slug: string }).slug));
    await depot.run('grains', 'sift-grains', {
      repositories: ['😀', 'ä', 'b', 'B', 'a', '\uFF5E'],
    });
    await depot.run('grains', 'sift-grains', { repositories: 'all' });
    expect(calls).toEqual([
      ['B', 'a', 'b', 'ä', '\uFF5E', '😀'],
      ['B', 'a'],
      ['b', 'ä'],
      ['\uFF5E', '😀'],
    ]);
  });
});

describe('The record of the path', () => {
  it('is passed to the handler with all its columns, also those that are not attributes (rule 2)', async () => {
    depot.actions.work = (request, [sack]) => ({
      id: request.id,
      pin: sack!.pin,
      origin: sack!.origin,
      made: sack!.created_at,
    });
    const { body } = await depot.run('sacks/2', 'open-sack', {});
    expect(body).toEqual({
      id: '2',
      pin: 'secret pin',
      origin: 'hidden origin',
      made: expect.stringMatching(/Z$/) as string,
    });
  });

  it.each(['999', '1abc', '01', '1.0', '%201'])('is 404 for %s (C1.3)', async (key) => {
    expect((await depot.run(`sacks/${key}`, 'open-sack', {})).status).toBe(404);
  });

  it('is 404 outside the scope, and 403 if canRun refuses (C4.4, C6.4)', async () => {
    expect((await depot.run('sacks/1', 'open-sack', {}, undefined, 'other')).status).toBe(404);
    depot.actions.canRun = () => Promise.resolve(false);
    const refused = await depot.run('sacks/2', 'open-sack', {}, undefined, 'other');
    expect([refused.status, refused.body]).toEqual([
      403,
      { message: 'This action is unauthorized.', code: 'unauthorized' },
    ]);
    expect(await depot.log()).toEqual([]);
  });
});

describe('canRun', () => {
  it('rejects listed keys by name, and then nothing runs (C6.4)', async () => {
    const calls = receivedKeys();
    depot.actions.canRun = (_keeper, sack) => sack.id !== 3 && sack.id !== 5;
    const { status, body } = await depot.run('sacks', 'grind-sacks', { repositories: [5, 4, 3] });
    expect([status, body]).toEqual([
      403,
      {
        message: 'This action is unauthorized.',
        code: 'unauthorized',
        errors: { repositories: ['The action is not allowed on these records: 3, 5.'] },
      },
    ]);
    expect(calls).toEqual([]);
    expect(await depot.log()).toEqual([]);
  });

  it('skips records in a run over all (C6.4)', async () => {
    const calls = receivedKeys();
    depot.actions.canRun = (_keeper, sack) => Promise.resolve(sack.id > 4 || sack.id === 1);
    await depot.run('sacks', 'grind-sacks', { repositories: 'all' });
    expect(calls).toEqual([[1], [5, 6]]);
  });

  it('calls the handler once, with an empty list, if it refuses all records (C6.3, C6.4)', async () => {
    const calls = receivedKeys();
    depot.actions.canRun = () => false;
    const { body } = await depot.run('sacks', 'grind-sacks', { repositories: 'all' });
    expect([calls, body]).toEqual([[[]], { seen: 0 }]);
  });
});

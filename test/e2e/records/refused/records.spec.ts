import { VaultApp, type VaultResponse } from '../../../support/vault-app/vault-app.js';

let vault: VaultApp;

beforeAll(async () => {
  vault = await VaultApp.start();
});
beforeEach(async () => {
  const notes = Array.from({ length: 12 }, (_none, at) => ({ id: at + 1, secret: at % 3 === 0 }));
  await vault.fill(
    notes,
    [
      { id: 1, note_id: 2 },
      { id: 2, note_id: 1 },
      { id: 3, note_id: 3 },
    ],
    [
      { folder_id: 1, note_id: 1 },
      { folder_id: 1, note_id: 2 },
    ],
  );
});
afterAll(() => vault?.stop());

const seen = ({ status, text }: VaultResponse) => ({ status, text });
const run = (path: string, action: string, body: object = {}, as: 'reader' | 'admin' = 'reader') =>
  vault.send('POST', `/api/${path}/actions?action=${action}`, body, as);

describe('A record that show hides is returned as a missing one (C4.4)', () => {
  it.each([
    ['GET', 'notes/{key}', undefined],
    ['GET', 'notes/{key}?include=folder', undefined],
    ['GET', 'notes/{key}/labels', undefined],
    ['GET', 'notes/{key}/actions', undefined],
    ['PATCH', 'notes/{key}', { text: 'Changed' }],
    ['DELETE', 'notes/{key}', undefined],
    ['POST', 'notes/{key}/actions?action=name-notes', {}],
    ['POST', 'notes/{key}/actions?action=ping-notes', {}],
    ['POST', 'labels', { note_id: '{key}' }],
    ['PATCH', 'labels/1', { note_id: '{key}' }],
    ['POST', 'folders/2/attach/pins', { pins: ['{key}'] }],
    ['POST', 'folders/2/sync/pins', { pins: ['{key}'] }],
    ['POST', 'notes/actions?action=name-notes', { repositories: ['{key}'] }],
  ] as const)('%s %s', async (method, path, body) => {
    const send = (key: string) => {
      const written = JSON.stringify(body ?? null).replace('{key}', key);
      return vault.send(
        method,
        `/api/${path.replace('{key}', key)}`,
        (JSON.parse(written) as object | null) ?? undefined,
      );
    };
    const [refused, absent] = [await send('4'), await send('99')];
    expect(seen(refused)).toEqual({ ...seen(absent), text: absent.text.replace('99', '4') });
    expect((await vault.get('notes/4', 'admin')).body.data.attributes.text).toBe('Note 4');
  });

  it('is available to users who may see it', async () => {
    expect((await vault.get('notes/4', 'admin')).status).toBe(200);
    expect((await vault.send('PATCH', '/api/notes/4', { text: 'Changed' }, 'admin')).status).toBe(
      200,
    );
    expect((await vault.send('POST', '/api/labels', { note_id: 4 }, 'admin')).status).toBe(201);
  });

  it('is returned once by the write that hides it, with flags that are all false (C3.3)', async () => {
    const { status, body } = await vault.send('PATCH', '/api/notes/2', { secret: true });
    expect([status, body.data.meta]).toEqual([
      200,
      {
        authorizedToShow: false,
        authorizedToStore: true,
        authorizedToUpdate: false,
        authorizedToDelete: false,
      },
    ]);
    expect((await vault.send('PATCH', '/api/notes/2', { secret: false })).status).toBe(404);
  });
});

describe('Actions skip the records that show hides (C4.4, C6.3)', () => {
  it('for listed ones', async () => {
    expect((await run('notes', 'name-notes', { repositories: [1, 2, 3, 4] })).body).toEqual({
      notes: [2, 3],
    });
    expect((await run('notes', 'name-notes', { repositories: [1, 4] })).body).toEqual({
      notes: [],
    });
    expect((await run('notes', 'name-notes', { repositories: [1] }, 'admin')).body).toEqual({
      notes: [1],
    });
  });

  it('for all records, in full chunks (C6.5)', async () => {
    expect((await run('notes', 'name-notes', { repositories: 'all' })).body).toEqual({
      data: [{ notes: [2, 3, 5] }, { notes: [6, 8, 9] }, { notes: [11, 12] }],
      meta: { chunks: 3, records: 8 },
    });
    expect((await run('notes', 'name-notes', { repositories: 'all' }, 'admin')).body.meta).toEqual({
      chunks: 4,
      records: 12,
    });
  });

  it('for all records, if one chunk would read too far', async () => {
    await vault.fill([
      ...Array.from({ length: 200 }, (_none, at) => ({ id: at + 1, secret: true })),
      { id: 201 },
    ]);
    expect((await run('notes', 'name-notes', { repositories: 'all' })).body).toEqual({
      notes: [201],
    });
  });

  it('and run once with an empty list if all are hidden', async () => {
    await vault.fill([{ id: 1, secret: true }]);
    expect((await run('notes', 'name-notes', { repositories: 'all' })).body).toEqual({ notes: [] });
    expect((await run('drawers', 'name-drawers', { repositories: 'all' })).body).toEqual({
      drawers: [],
    });
    expect((await run('drawers', 'name-drawers', { repositories: [1] })).body).toEqual({
      drawers: [],
    });
    expect((await run('drawers/1', 'name-drawers')).status).toBe(404);
    expect((await run('drawers', 'name-drawers', { repositories: 'all' }, 'admin')).body).toEqual({
      drawers: [1],
    });
  });

  it('alike through tools (C11.2)', async () => {
    const result = await vault.call('notes-name-notes-action-tool', { repositories: 'all' });
    expect(result.structuredContent.meta).toEqual({ chunks: 3, records: 8 });
    expect((await vault.call('notes-name-notes-action-tool', { id: 4 })).isError).toBe(true);
  });
});

describe('Links to a record that show hides (C4.4, C7.5)', () => {
  it('stay if a sync does not list them, and are not reported', async () => {
    const { body } = await vault.send('POST', '/api/folders/1/sync/pins', { pins: [3] });
    expect(body.data).toEqual({ attached: ['3'], detached: ['2'], updated: [] });
    const pins = (await vault.get('folders/1/pins', 'admin')).body.data.map(
      ({ id }: { id: string }) => id,
    );
    expect(pins).toEqual(['3', '1']);
  });

  it('are ignored by a detach', async () => {
    expect((await vault.send('POST', '/api/folders/1/detach/pins', { pins: [1, 2] })).status).toBe(
      204,
    );
    expect((await vault.get('folders/1/pins', 'admin')).body.data).toHaveLength(1);
  });
});

describe('Nothing sorts or finds records by values of a hidden one (C4.4, C5.9)', () => {
  it.each(['labels?sort=note.text', 'labels?search=Note&include=note'])(
    'rejects %s as undeclared',
    async (path) => {
      expect((await vault.get(path)).status).toBe(400);
      expect((await vault.get(path, 'admin')).status).toBe(400);
    },
  );

  it('does not offer it (C5.7)', async () => {
    expect((await vault.get('labels/filters')).body.data).toMatchObject({
      sortables: [{ key: 'note_id' }],
      searchables: [],
    });
  });
});

import type { LibraryApp, Reader, Response } from '../../../support/library-app/library-app.js';
import { fillNotes, startNotes } from '../../../support/library-app/notes.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await startNotes();
});
beforeEach(async () => {
  const notes = Array.from({ length: 12 }, (_none, at) => ({ id: at + 1, secret: at % 3 === 0 }));
  await fillNotes(
    library,
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
afterAll(() => library?.stop());

const seen = ({ status, text }: Response) => ({ status, text });
const run = (path: string, action: string, body: object = {}, as: Reader = 'reader') =>
  library.send('POST', `${path}/actions?action=${action}`, body, as);

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
      return library.send(
        method,
        `/api/${path.replace('{key}', key)}`,
        (JSON.parse(written) as object | null) ?? undefined,
      );
    };
    const [refused, absent] = [await send('4'), await send('99')];
    expect(seen(refused)).toEqual({ ...seen(absent), text: absent.text.replace('99', '4') });
    expect((await library.get('notes/4', 'librarian')).body.data.attributes.text).toBe('Note 4');
  });

  it('is available to users who may see it', async () => {
    expect((await library.get('notes/4', 'librarian')).status).toBe(200);
    expect((await library.send('PATCH', 'notes/4', { text: 'Changed' }, 'librarian')).status).toBe(
      200,
    );
    expect((await library.send('POST', 'labels', { note_id: 4 }, 'librarian')).status).toBe(201);
  });

  it('is returned once by the write that hides it, with flags that are all false (C3.3)', async () => {
    const { status, body } = await library.send('PATCH', 'notes/2', { secret: true });
    expect([status, body.data.meta]).toEqual([
      200,
      {
        authorizedToShow: false,
        authorizedToStore: true,
        authorizedToUpdate: false,
        authorizedToDelete: false,
      },
    ]);
    expect((await library.send('PATCH', 'notes/2', { secret: false })).status).toBe(404);
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
    expect((await run('notes', 'name-notes', { repositories: [1] }, 'librarian')).body).toEqual({
      notes: [1],
    });
  });

  it('for all records, in full chunks (C6.5)', async () => {
    expect((await run('notes', 'name-notes', { repositories: 'all' })).body).toEqual({
      data: [{ notes: [2, 3, 5] }, { notes: [6, 8, 9] }, { notes: [11, 12] }],
      meta: { chunks: 3, records: 8 },
    });
    expect(
      (await run('notes', 'name-notes', { repositories: 'all' }, 'librarian')).body.meta,
    ).toEqual({
      chunks: 4,
      records: 12,
    });
  });

  it('for all records, if one chunk would read too far', async () => {
    await fillNotes(library, [
      ...Array.from({ length: 200 }, (_none, at) => ({ id: at + 1, secret: true })),
      { id: 201 },
    ]);
    expect((await run('notes', 'name-notes', { repositories: 'all' })).body).toEqual({
      notes: [201],
    });
  });

  it('and run once with an empty list if all are hidden', async () => {
    await fillNotes(library, [{ id: 1, secret: true }]);
    expect((await run('notes', 'name-notes', { repositories: 'all' })).body).toEqual({ notes: [] });
    expect((await run('drawers', 'name-drawers', { repositories: 'all' })).body).toEqual({
      drawers: [],
    });
    expect((await run('drawers', 'name-drawers', { repositories: [1] })).body).toEqual({
      drawers: [],
    });
    expect((await run('drawers/1', 'name-drawers')).status).toBe(404);
    expect(
      (await run('drawers', 'name-drawers', { repositories: 'all' }, 'librarian')).body,
    ).toEqual({
      drawers: [1],
    });
  });

  it('alike through tools (C11.2)', async () => {
    const result = await library.call('notes-name-notes-action-tool', { repositories: 'all' });
    expect(result.structuredContent.meta).toEqual({ chunks: 3, records: 8 });
    expect((await library.call('notes-name-notes-action-tool', { id: 4 })).isError).toBe(true);
  });
});

describe('Links to a record that show hides (C4.4, C7.5)', () => {
  it('stay if a sync does not list them, and are not reported', async () => {
    const { body } = await library.send('POST', 'folders/1/sync/pins', { pins: [3] });
    expect(body.data).toEqual({ attached: ['3'], detached: ['2'], updated: [] });
    const pins = (await library.get('folders/1/pins', 'librarian')).body.data.map(
      ({ id }: { id: string }) => id,
    );
    expect(pins).toEqual(['3', '1']);
  });

  it('are ignored by a detach', async () => {
    expect((await library.send('POST', 'folders/1/detach/pins', { pins: [1, 2] })).status).toBe(
      204,
    );
    expect((await library.get('folders/1/pins', 'librarian')).body.data).toHaveLength(1);
  });
});

describe('Nothing sorts or finds records by values of a hidden one (C4.4, C5.9)', () => {
  it.each(['labels?sort=note.text', 'labels?search=Note&include=note'])(
    'rejects %s as undeclared',
    async (path) => {
      expect((await library.get(path)).status).toBe(400);
      expect((await library.get(path, 'librarian')).status).toBe(400);
    },
  );

  it('does not offer it (C5.7)', async () => {
    expect((await library.get('labels/filters')).body.data).toMatchObject({
      sortables: [{ key: 'note_id' }],
      searchables: [],
    });
  });
});

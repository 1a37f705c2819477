import { Resource } from '../../../src/index.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { NotePolicy, NoteResource } from '../../support/vault-app/resources.js';
import { VaultApp } from '../../support/vault-app/vault-app.js';
import { Agent } from './agent.js';

@Resource({
  policy: NotePolicy,
  uriKey: 'notes',
  tools: ['index', 'bulk-store', 'bulk-update', 'bulk-delete'],
})
class ListedNoteResource extends NoteResource {}

let demo: DemoApp;
let vault: VaultApp;
beforeAll(async () => {
  demo = await startDemo();
  vault = await VaultApp.start({}, [ListedNoteResource]);
}, 60_000);
afterAll(async () => {
  await demo?.close();
  await vault?.stop();
});

const call = async (name: string, args: object, as: DemoAccount = 'admin') => {
  const { isError = false, structuredContent } = await new Agent(demo, as).call(name, args);
  return { isError, content: structuredContent };
};
let number = 0;
const newPost = async (): Promise<string> => {
  const args = { title: `By an agent ${++number}`, status: 'draft' };
  return (await call('posts-store-tool', args)).content.data.id;
};
const titleOf = async (id: string) =>
  (await call('posts-show-tool', { id })).content.data?.attributes.title;
const versionOf = async (id: string) => (await call('posts-show-tool', { id })).content.version;
const counts = async () => {
  const tables = ['posts', 'taggables', 'action_logs', 'action_log_snapshots', 'idempotency_keys'];
  const rows = await Promise.all(
    tables.map((table) => demo.database.query(`select count(*) from ${table}`)),
  );
  return rows.map(([row]) => Number(row![0]));
};

describe('preview (C13.3, C16.1)', () => {
  it.each<[string, object, object]>([
    ['posts-store-tool', { title: 'Preview', status: 'draft' }, { stored: 1 }],
    ['posts-update-tool', { id: 'new', title: 'Preview' }, { updated: 1 }],
    ['posts-delete-tool', { id: 'new' }, { deleted: 1 }],
    ['posts-attach-tool', { id: 'new', relation: 'tags', tags: ['art'] }, { attached: 1 }],
    ['posts-sync-tool', { id: 'new', tags: ['art', 'biography'] }, { attached: 2 }],
    ['posts-publish-post-action-tool', { id: 'new' }, { updated: 1 }],
    ['posts-purge-posts-action-tool', { repositories: ['new'] }, { deleted: 1 }],
    ['posts-import-posts-action-tool', { count: 3 }, { stored: 3 }],
  ])('of %s %j counts what the call changes, and changes nothing', async (tool, args, affected) => {
    const id = await newPost();
    const named = JSON.parse(JSON.stringify(args).replace('"new"', id)) as object;
    const before = await counts();
    const { isError, content } = await call(tool, { ...named, preview: true });
    expect([isError, Object.keys(content)]).toEqual([false, ['data']]);
    expect(content.data.affected).toMatchObject(affected);
    expect(await counts()).toEqual(before);
    const done = await call(tool, { ...named, preview: 'false', max_affected: 3 });
    expect(done.isError).toBe(false);
    const withoutKeys = (value: unknown) => JSON.stringify(value).replace(/\d+|"[^"]*Z"/g, '0');
    const { version: _version, batch_id: _batch, ...body } = done.content;
    expect(withoutKeys(content.data.result ?? {})).toBe(withoutKeys(body));
  });
});

describe('max_affected (C13.4, C16.1)', () => {
  it('refuses a call that would change more records, with the number', async () => {
    const ids = [await newPost(), await newPost()];
    const before = await counts();
    const args = { repositories: ids, max_affected: 1 };
    const { isError, content } = await call('posts-purge-posts-action-tool', args);
    expect([isError, content.code]).toEqual([true, 'max_affected_exceeded']);
    expect(content.message).toContain('change 2 records');
    expect(await counts()).toEqual(before);
  });
});

describe('if_match (C13.1, C16.1)', () => {
  it('compares the version that results contain beside the record', async () => {
    const id = await newPost();
    const version = await versionOf(id);
    const { headers } = await demo.get(`/posts/${id}`, 'admin');
    expect(headers.etag).toBe(`W/"${version}"`);
    const first = await call('posts-update-tool', { id, title: 'One', if_match: version });
    expect([first.isError, first.content.version]).toEqual([false, await versionOf(id)]);
    const second = await call('posts-update-tool', { id, title: 'Two', if_match: version });
    expect([second.isError, second.content.code]).toEqual([true, 'precondition_failed']);
    expect(second.content.version).toBe(first.content.version);
    expect(await titleOf(id)).toBe('One');
    const tag = `W/"${second.content.version}"`;
    expect((await call('posts-update-tool', { id, title: 'Two', if_match: tag })).isError).toBe(
      false,
    );
  });

  it.each<[string, object]>([
    ['posts-delete-tool', {}],
    ['posts-attach-tool', { relation: 'tags', tags: ['art'] }],
    ['posts-detach-tool', { relation: 'tags', tags: ['art'] }],
    ['posts-sync-tool', { relation: 'tags', tags: ['art'] }],
    ['posts-publish-post-action-tool', {}],
  ])('is compared by %s', async (tool, args) => {
    const id = await newPost();
    const refused = await call(tool, { id, ...args, if_match: 'other' });
    expect([refused.isError, refused.content.code]).toEqual([true, 'precondition_failed']);
    expect((await call(tool, { id, ...args, if_match: '*' })).isError).toBe(false);
  });
});

describe('idempotency_key (C13.2, C16.1)', () => {
  it('executes repeated calls once, and returns the first result', async () => {
    const args = { title: 'Once', status: 'draft', idempotency_key: 'once' };
    const first = await call('posts-store-tool', args);
    const [posts] = await counts();
    const second = await call('posts-store-tool', args);
    expect(second.content).toEqual({ ...first.content, idempotency_replayed: true });
    expect((await counts())[0]).toBe(posts);
    const other = await call('posts-store-tool', { ...args, title: 'Other' });
    expect([other.isError, other.content.code]).toEqual([true, 'idempotency_key_reused']);
  });

  it('returns the first refusal again', async () => {
    const args = { status: 'draft', idempotency_key: 'refused' };
    const first = await call('posts-store-tool', args);
    const second = await call('posts-store-tool', args);
    expect([first.isError, first.content.code]).toEqual([true, 'validation_failed']);
    expect(second).toEqual(first);
  });

  it('returns the result of a delete again, although the record is gone', async () => {
    const id = await newPost();
    const args = { id, idempotency_key: 'delete' };
    const first = await call('posts-delete-tool', args);
    const second = await call('posts-delete-tool', args);
    expect([first.isError, second.isError]).toEqual([false, false]);
    expect(second.content).toEqual({ ...first.content, idempotency_replayed: true });
    expect((await call('posts-delete-tool', { id, idempotency_key: 'new' })).content.code).toBe(
      'not_found',
    );
  });

  it('is a key of its tool, and of its user', async () => {
    const key = { status: 'draft', idempotency_key: 'shared' };
    const byAdmin = await call('posts-store-tool', { ...key, title: 'Mine' });
    const byEditor = await call('posts-store-tool', { ...key, title: 'Mine' }, 'author');
    expect(byAdmin.content.data.id).not.toBe(byEditor.content.data.id);
  });
});

describe('The terms of a call', () => {
  it.each([
    [{ preview: 'yes' }, 'preview'],
    [{ max_affected: -1 }, 'max_affected'],
    [{ max_affected: 1.5 }, 'max_affected'],
    [{ if_match: '' }, 'if_match'],
    [{ if_match: 'a b' }, 'if_match'],
    [{ idempotency_key: 'two words' }, 'idempotency_key'],
  ])('are refused if they are malformed: %j', async (terms, name) => {
    const { isError, content } = await call('posts-update-tool', { id: 1, ...terms });
    expect([isError, content.code, Object.keys(content.errors as object)]).toEqual([
      true,
      'malformed_request',
      [name],
    ]);
  });

  it('require a record for if_match', async () => {
    const onMany = { repositories: [1], if_match: '*' };
    const { content } = await call('users-deactivate-users-action-tool', onMany);
    expect([content.code, Object.keys(content.errors as object)]).toEqual([
      'malformed_request',
      ['if_match'],
    ]);
  });
});

describe('undo (C15, C16.2)', () => {
  it('reverts what a call changed, by its batch_id, and the revert by its own', async () => {
    const id = await newPost();
    const title = await titleOf(id);
    const { batch_id } = (await call('posts-update-tool', { id, title: 'Changed' })).content;
    const preview = await call('undo', { batch_id, preview: true });
    expect(preview.content.data.affected).toMatchObject({ updated: 1 });
    expect(await titleOf(id)).toBe('Changed');
    const undone = await call('undo', { batch_id, max_affected: 1 });
    expect(undone.content.data.affected).toBe(1);
    expect(await titleOf(id)).toBe(title);
    await call('undo', { batch_id: undone.content.data.batch_id });
    expect(await titleOf(id)).toBe('Changed');
  });

  it('reverts one change of the log, and refuses one whose record has changed since', async () => {
    const id = await newPost();
    const { batch_id } = (await call('posts-update-tool', { id, title: 'First' })).content;
    const [[row]] = (await demo.database.query('select id from action_logs where batch_id = ?', [
      batch_id,
    ])) as [[number]];
    await call('posts-update-tool', { id, title: 'Second' });
    const refused = await call('undo', { id: row });
    expect([refused.isError, refused.content.code]).toEqual([true, 'revert_conflict']);
    expect(Object.keys(refused.content.errors as object)).toEqual(['title']);
    const lenient = await call('undo', { id: row, lenient: true });
    expect(lenient.content.data).toMatchObject({ affected: 0, conflicts: [{ id }] });
    await call('posts-update-tool', { id, title: 'First' });
    expect((await call('undo', { id: row })).isError).toBe(false);
  });

  it.each([
    [{}, 'validation_failed'],
    [{ batch_id: 'x' }, 'validation_failed'],
    [{ id: 1, batch_id: '00000000-0000-4000-8000-000000000000' }, 'validation_failed'],
    [{ batch_id: '00000000-0000-4000-8000-000000000000' }, 'not_found'],
  ])('refuses %j', async (args, code) => {
    const { isError, content } = await call('undo', args);
    expect([isError, content.code]).toEqual([true, code]);
  });

  it('is not offered for a call that changed nothing', async () => {
    const id = await newPost();
    const { content } = await call('posts-update-tool', { id, title: await titleOf(id) });
    expect(Object.keys(content)).toEqual(['data', 'version']);
  });
});

describe('The tools for many records (C13.5, C16.1)', () => {
  const note = (text: string) => ({ text, secret: false, folder_id: 1 });

  it('store, update and delete lists of records, all or none', async () => {
    await vault.fill([{ id: 1 }, { id: 2 }]);
    const stored = await vault.call('notes-bulk-store-tool', { records: [note('a'), note('b')] });
    const ids = stored.structuredContent.data.map(({ id }: { id: string }) => id);
    expect(ids).toHaveLength(2);
    const records = ids.map((id: string) => ({ id, text: `Note ${id}` }));
    const updated = await vault.call('notes-bulk-update-tool', { records, fields: 'text' });
    expect(updated.structuredContent.data.map((each: any) => each.attributes)).toEqual(
      ids.map((id: string) => ({ text: `Note ${id}` })),
    );
    const limited = await vault.call('notes-bulk-delete-tool', { ids, max_affected: 1 });
    expect([limited.isError, limited.structuredContent.code]).toEqual([
      true,
      'max_affected_exceeded',
    ]);
    const args = { ids, idempotency_key: 'gone' };
    const deleted = await vault.call('notes-bulk-delete-tool', args);
    expect(deleted.structuredContent).toEqual({});
    expect((await vault.call('notes-bulk-delete-tool', args)).structuredContent).toEqual({
      idempotency_replayed: true,
    });
  });

  it('name the element of an error', async () => {
    const records = [note('a'), { ...note('b'), folder_id: 99 }];
    const { isError, structuredContent } = await vault.call('notes-bulk-store-tool', { records });
    expect([isError, Object.keys(structuredContent.errors as object)]).toEqual([
      true,
      ['1.folder_id'],
    ]);
    const notList = await vault.call('notes-bulk-delete-tool', { ids: 1 });
    expect(notList.structuredContent.errors).toEqual({ ids: ['The ids field must be an array.'] });
  });

  it('are offered by name only', async () => {
    const names = async (resource: VaultApp) =>
      (await resource.tools('admin').list()).map(({ name }: { name: string }) => name);
    expect((await names(vault)).filter((name: string) => name.startsWith('notes-'))).toEqual([
      'notes-bulk-delete-tool',
      'notes-bulk-store-tool',
      'notes-bulk-update-tool',
      'notes-index-tool',
    ]);
  });
});

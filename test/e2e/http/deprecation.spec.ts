import {
  Action,
  BelongsTo,
  BelongsToMany,
  Field,
  Resource,
  type Related,
  type ResourceRequest,
} from '../../../src/index.js';
import { ReferenceDocument } from '../../../src/modules/reference/reference-document.js';
import {
  FolderPolicy,
  FolderResource,
  NotePolicy,
  NoteResource,
} from '../../support/vault-app/resources.js';
import { VaultApp } from '../../support/vault-app/vault-app.js';

@Action({
  standalone: true,
  description: 'Cleans up.',
  deprecated: { since: '2026-11-01', sunset: '2027-05-01', use: '`ping-notes`' },
})
class SweepNotes {
  handle() {
    return { done: true };
  }
  canSee({ user }: ResourceRequest) {
    return (user as unknown as { isAdmin: boolean }).isAdmin;
  }
}

const link = 'https://example.com/changes#grade';

@Resource({ policy: NotePolicy, actions: [SweepNotes], tools: true, logged: false })
class OldNoteResource extends NoteResource {
  @Field({
    sortable: true,
    matchable: true,
    deprecated: { since: '2026-06-01T12:00:00Z', sunset: '2027-01-31', use: '`text`', link },
  })
  override grade!: number | null;

  @BelongsTo({ sortable: ['title'], deprecated: '2025-01-01' })
  override folder!: Related;
}

@Resource({ policy: FolderPolicy })
class OldFolderResource extends FolderResource {
  @BelongsToMany(() => NoteResource, { deprecated: '2025-01-01' })
  override pins!: Related;
}

let vault: VaultApp;
beforeAll(async () => {
  vault = await VaultApp.start({}, [OldNoteResource, OldFolderResource]);
  await vault.fill([
    { id: 1, secret: false, grade: 1 },
    { id: 2, secret: true, grade: 2 },
  ]);
});
afterAll(() => vault?.stop());

const client = (headers: Readonly<Record<string, string>> = {}) =>
  vault.client('admin').with(headers);
const sentIn = ({ headers }: { headers: Readonly<Record<string, unknown>> }) => [
  headers.deprecation,
  headers.sunset,
];
const grade = ['@1780315200', 'Sun, 31 Jan 2027 00:00:00 GMT'];
const folder = ['@1735689600', undefined];
const action = ['@1793491200', 'Sat, 01 May 2027 00:00:00 GMT'];
const none = [undefined, undefined];

describe('A deprecated member (C17.6)', () => {
  it.each([
    ['/notes', none],
    ['/notes?fields[notes]=text', none],
    ['/notes?fields[notes]=grade,text', grade],
    ['/notes?sort=-grade', grade],
    ['/notes?grade=1', grade],
    ['/notes?filter[grade][gt]=0', grade],
    ['/notes?include=folder', folder],
    ['/notes?sort=folder.title', folder],
    ['/notes?include=folder&sort=grade', [folder[0], grade[1]]],
    ['/notes/1', none],
    ['/notes/1?fields[notes]=grade', grade],
    ['/folders?include=notes[text]', none],
    ['/folders?include=notes[grade]', grade],
    ['/folders/1/notes?include=folder', folder],
  ])('is in the headers of a response that uses it: GET %s', async (path, headers) => {
    const response = await client().get(path);
    expect([response.status, sentIn(response)]).toEqual([200, headers]);
  });

  it('links to the page about it, beside the links of the list', async () => {
    const { headers } = await client({ accept: 'text/csv' }).get('/notes?sort=grade');
    expect(String(headers.link).split(', ').slice(-1)).toEqual([
      `<${link}>; rel="deprecation"; type="text/html"`,
    ]);
    expect(headers.link).toContain('rel="first"');
  });

  it('is in the headers of a write whose body names it, also of one that is sent again', async () => {
    const write = { method: 'PATCH' as const, path: '/notes/1' };
    expect(sentIn(await client().send(write.method, write.path, { text: 'new' }))).toEqual(none);
    expect(sentIn(await client().send(write.method, write.path, { grade: 3 }))).toEqual(grade);
    const keyed = client({ 'idempotency-key': 'a' });
    for (const replayed of [undefined, 'true']) {
      const response = await keyed.send(write.method, write.path, { grade: 4 });
      expect([sentIn(response), response.headers['idempotency-replayed']]).toEqual([
        grade,
        replayed,
      ]);
    }
    const bulk = await client().post('/notes/bulk/update', [
      { id: 1, text: 'a' },
      { id: 2, grade: 1 },
    ]);
    expect([bulk.status, sentIn(bulk)]).toEqual([200, grade]);
  });

  it('is in the headers of a run of an action, but not of a refusal, which would reveal it', async () => {
    const path = '/notes/actions?action=sweep-notes';
    expect(sentIn(await client().post(path))).toEqual(action);
    const refused = await vault.client('reader').post(path);
    expect([refused.status, sentIn(refused)]).toEqual([404, none]);
    const invalid = await client().get('/notes?sort=grade&sort=grade');
    expect([invalid.status, sentIn(invalid)]).toEqual([400, none]);
  });

  it('is in the headers of a change of a relation', async () => {
    const response = await client().post('/folders/1/attach/pins', { pins: ['1'] });
    expect([response.status, sentIn(response)]).toEqual([201, folder]);
  });

  it('is described in the OpenAPI document, by _schema and to agents', async () => {
    const { document } = await vault.app.get(ReferenceDocument, { strict: false }).served;
    const text =
      'Deprecated since 2026-06-01T12:00:00Z. Will be removed on 2027-01-31. Use `text` instead.';
    const schemas = JSON.stringify(document.components.schemas);
    expect(schemas.split(text).length).toBeGreaterThan(4);
    expect(schemas).toContain('"deprecated":true');
    const run = document.paths['/api/notes/actions']!.post!;
    expect(run.description).toContain(
      '- `sweep-notes`: Cleans up. Deprecated since 2026-11-01. Will be removed on 2027-05-01. Use `ping-notes` instead.',
    );
    const { body } = await client().get<any>('/_schema/notes');
    const fieldOf = (name: string) => body.data.fields.find((each: any) => each.name === name);
    expect([fieldOf('grade').deprecated, fieldOf('text').deprecated]).toEqual([
      { since: '2026-06-01T12:00:00Z', sunset: '2027-01-31', use: '`text`', link },
      null,
    ]);
    expect(body.data.relations.find(({ key }: any) => key === 'folder').deprecated.since).toBe(
      '2025-01-01',
    );
    expect(body.data.actions[0].deprecated.use).toBe('`ping-notes`');
    const tools = await vault.tools('admin').list();
    const tool = (name: string) => tools.find((each) => each.name === name)!;
    expect(tool('notes-sweep-notes-action-tool').description).toContain('Deprecated since');
    expect(JSON.stringify(tool('notes-update-tool').inputSchema)).toContain(text);
  });
});

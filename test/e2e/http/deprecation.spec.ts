import { DocumentReader } from '../../../src/tooling/client-generator/document-reader.js';
import {
  Action,
  BelongsTo,
  BelongsToMany,
  Field,
  Input,
  Resource,
  type Related,
  type ResourceRequest,
  type Unstored,
} from '../../../src/index.js';
import { writeClient } from '../../../src/tooling/client-generator/write-client.js';
import type { TestMethod } from '../../../src/tooling/testing/index.js';
import { form } from '../../support/forms.js';
import type { LibraryApp, Reader } from '../../support/library-app/library-app.js';
import {
  fillNotes,
  FolderPolicy,
  FolderResource,
  LabelResource,
  NameNotes,
  NotePolicy,
  NoteResource,
  startNotes,
} from '../../support/library-app/notes.js';
import { PatronPolicy } from '../../support/library-app/policies.js';
import { isLibrarian, PatronResource } from '../../support/library-app/resources.js';
import { OpenPolicy } from '../../support/open-policy.js';

const link = 'https://example.com/ändern#grade';

@Action({
  standalone: true,
  description: 'Cleans up.',
  deprecated: { since: '2026-11-01', sunset: '2027-05-01', use: '`ping-notes`' },
})
class SweepNotes {
  handle() {
    return { done: true };
  }
  canSee(request: ResourceRequest) {
    return isLibrarian(request);
  }
}

@Resource({ policy: NotePolicy, actions: [SweepNotes, NameNotes], tools: true, perPage: 4 })
class OldNoteResource extends NoteResource {
  @Field({
    sortable: true,
    matchable: true,
    deprecated: { since: '2026-06-01T12:00:00Z', sunset: '2027-01-31', use: '`text`', link },
  })
  override grade!: number | null;

  /** Most callers do not know of it. */
  @Field({ canSee: isLibrarian, default: () => false, deprecated: '2020-01-01' })
  override secret!: boolean;

  @Input({ deprecated: '2024-01-01' }) reason!: Unstored;

  @BelongsTo({ sortable: ['title'], deprecated: '2025-01-01' })
  override folder!: Related;
}

@Resource({ policy: FolderPolicy, tools: true })
class OldFolderResource extends FolderResource {
  @BelongsToMany(() => NoteResource, { deprecated: '2025-01-01' })
  override pins!: Related;
}

/** Nothing of its own is deprecated. */
@Resource({ policy: OpenPolicy, with: ['note'] })
class NewLabelResource extends LabelResource {}

@Resource({ policy: PatronPolicy, profile: true })
class OldPatronResource extends PatronResource {
  @Field({ searchable: true, sortable: true, matchable: 'text', deprecated: '2024-07-01' })
  override name!: string;
}

let library: LibraryApp;
beforeAll(async () => {
  library = await startNotes({
    replacements: [OldNoteResource, OldFolderResource, NewLabelResource, OldPatronResource],
  });
});
beforeEach(() =>
  fillNotes(library, [
    { id: 1, grade: 1 },
    { id: 2, grade: 2 },
  ]),
);
afterAll(() => library?.stop());

type Headers = Readonly<Record<string, string>>;

/** The status of a response, and its headers about deprecations. */
async function sent(
  method: TestMethod,
  path: string,
  { body, as = 'librarian', headers = {} }: { body?: object; as?: Reader; headers?: Headers } = {},
) {
  const response = await library.send(method, path, body, as, headers);
  return { ...response, dates: [response.headers.deprecation, response.headers.sunset] };
}

const grade = ['@1780315200', 'Sun, 31 Jan 2027 00:00:00 GMT'];
const folder = ['@1735689600', undefined];
const secret = ['@1577836800', undefined];
const reason = ['@1704067200', undefined];
const name = ['@1719792000', undefined];
const action = ['@1793491200', 'Sat, 01 May 2027 00:00:00 GMT'];
const none = [undefined, undefined];

describe('A deprecated member (C17.7)', () => {
  it.each([
    ['notes', none],
    ['notes?fields[notes]=text', none],
    ['notes?fields[notes]=grade,text', grade],
    ['notes?fields[notes]=secret', secret],
    ['notes?sort=-grade', grade],
    ['notes?sort=text', none],
    ['notes?grade=1', grade],
    ['notes?-grade=1', grade],
    ['notes?filter[grade][gt]=0', grade],
    ['notes?include=folder', folder],
    ['notes?related=folder', folder],
    ['notes?sort=folder.title', folder],
    ['notes?include=folder&sort=grade', [folder[0], grade[1]]],
    ['notes/1', none],
    ['notes/1?fields[notes]=grade', grade],
    ['notes?perPage=1&page=2&sort=grade', grade],
    ['notes/actions', none],
    ['notes/filters', none],
    ['folders', none],
    ['folders?include=notes[text]', none],
    ['folders?include=notes[grade]', grade],
    ['folders?include=notes&sort[notes]=grade', grade],
    ['folders?include=notes&filter[notes][grade][gt]=0', grade],
    ['folders?include=notes.folder', folder],
    ['folders/1/pins', folder],
    ['folders/1/notes', none],
    ['folders/1/notes?include=folder', folder],
    ['labels', none],
    ['labels?include=note[grade]', grade],
    ['profile', none],
    ['profile?fields[patrons]=name', name],
  ])('is in the headers of a response that uses it: GET %s', async (path, dates) => {
    const response = await sent('GET', path);
    expect([response.status, response.dates]).toEqual([200, dates]);
  });

  it('links to the page about it, beside the links of the list, in every format', async () => {
    for (const accept of ['application/json', 'text/csv', 'application/x-ndjson']) {
      const { headers, dates } = await sent('GET', 'notes?sort=grade', { headers: { accept } });
      expect(String(headers['content-type'])).toContain(accept);
      expect(dates).toEqual(grade);
      expect(headers.link).toContain('rel="first"');
      expect(String(headers.link).split(', ').at(-1)).toBe(
        '<https://example.com/%C3%A4ndern#grade>; rel="deprecation"; type="text/html"',
      );
    }
  });

  it('is in the headers of an export of all records, and of a 304', async () => {
    const all = await sent('GET', 'notes?perPage=all&sort=grade', {
      headers: { accept: 'text/csv' },
    });
    expect([all.status, all.dates]).toEqual([200, grade]);
    const path = 'notes/1?fields[notes]=grade';
    const { etag } = (await sent('GET', path)).headers;
    const kept = await sent('GET', path, { headers: { 'if-none-match': String(etag) } });
    expect([kept.status, kept.dates]).toEqual([304, grade]);
  });

  it.each<[TestMethod, string, object, readonly unknown[]]>([
    ['PATCH', 'notes/1', { text: 'new' }, none],
    ['PATCH', 'notes/1', { grade: 3 }, grade],
    ['PATCH', 'notes/1', { reason: 'none' }, reason],
    ['PATCH', 'notes/1', { folder: '2' }, folder],
    ['PATCH', 'notes/1', { folder_id: '2' }, none],
    ['PATCH', 'notes/1', { unknown: 2 }, none],
    ['PATCH', 'notes/1?fields[notes]=grade', { text: 'new' }, grade],
    ['PUT', 'notes/1', { text: 'a', folder_id: '1', secret: false }, secret],
    ['POST', 'notes', { text: 'a', folder_id: '1', grade: 1 }, grade],
    ['POST', 'notes', { text: 'a', folder_id: '1' }, none],
    ['POST', 'notes/bulk', [{ text: 'a', folder_id: '1' }], none],
    ['POST', 'notes/bulk', [{ text: 'a', folder_id: '1', grade: 1 }], grade],
    [
      'POST',
      'notes/bulk/update',
      [
        { id: 1, text: 'a' },
        { id: 2, grade: 1 },
      ],
      grade,
    ],
    ['POST', 'folders/1/attach/pins', { pins: ['1'] }, folder],
    ['POST', 'folders/1/sync/pins', { pins: ['1'] }, folder],
    ['POST', 'folders/1/detach/pins', { pins: ['1'] }, folder],
    ['POST', 'notes/actions?action=sweep-notes', {}, action],
    ['POST', 'notes/actions?action=name-notes', { repositories: ['1'] }, none],
    ['POST', 'notes/actions?action=name-notes&grade=1', { repositories: 'all' }, grade],
    ['PATCH', 'profile', { name: 'Librarian' }, name],
    ['PATCH', 'profile', {}, none],
  ])(
    'is in the headers of a write that names it: %s %s %j',
    async (method, path, body, expected) => {
      const { status, dates } = await sent(method, path, { body });
      expect([Math.floor(status / 100), dates]).toEqual([2, expected]);
    },
  );

  it('is in the headers of a run that reports its progress (C6.10)', async () => {
    const { headers, dates } = await sent('POST', 'notes/actions?action=name-notes&grade=1', {
      body: { repositories: 'all' },
      headers: { accept: 'application/x-ndjson' },
    });
    expect(headers['content-type']).toContain('application/x-ndjson');
    expect(dates).toEqual(grade);
  });

  it('is in the headers of a form that contains it', async () => {
    const dates = async (part: string) => {
      const { headers, payload } = form({ name: part, content: '3' });
      const client = library.client('librarian').with(headers);
      const response = await client.send('POST', '/notes/1', payload);
      return [response.status, response.headers.deprecation];
    };
    expect(await dates('grade')).toEqual([200, grade[0]]);
    expect(await dates('text')).toEqual([200, undefined]);
  });

  it('is in the headers of a write that is sent again with its key', async () => {
    for (const replayed of [undefined, 'true']) {
      const response = await sent('PATCH', 'notes/1', {
        body: { grade: 4 },
        headers: { 'idempotency-key': 'a' },
      });
      expect(response.headers['idempotency-replayed']).toBe(replayed);
      expect(response.dates).toEqual(grade);
      expect(response.headers.link).toContain('rel="deprecation"');
    }
  });

  it('is in the headers of a preview, and of a write with a version', async () => {
    const headers = { prefer: 'tx=rollback' };
    const preview = await sent('PATCH', 'notes/1', { body: { grade: 4 }, headers });
    expect([preview.body.data.affected.updated, preview.dates]).toEqual([1, grade]);
    expect(preview.headers).not.toHaveProperty('etag');
    const { etag } = (await sent('GET', 'notes/1')).headers;
    const write = { body: { grade: 5 }, headers: { 'if-match': String(etag) } };
    const response = await sent('PATCH', 'notes/1', write);
    expect([response.status, response.dates]).toEqual([200, grade]);
  });

  it('is not in the headers of errors', async () => {
    const refused = async (method: TestMethod, path: string, more: Parameters<typeof sent>[2]) => {
      const { status, dates, headers } = await sent(method, path, more);
      expect([dates, headers.link]).toEqual([none, undefined]);
      return status;
    };
    expect(await refused('GET', 'notes?sort=grade&include=nothing', {})).toBe(400);
    expect(await refused('GET', 'notes/99?fields[notes]=grade', {})).toBe(404);
    expect(await refused('PATCH', 'notes/1', { body: { grade: 'x' } })).toBe(422);
    const headers = { prefer: 'max-affected=1' };
    const body = [
      { id: 1, grade: 7 },
      { id: 2, grade: 7 },
    ];
    expect(await refused('POST', 'notes/bulk/update', { body, headers })).toBe(409);
  });

  it('does not reveal what the caller may not see', async () => {
    const run = await sent('POST', 'notes/actions?action=sweep-notes', { as: 'reader' });
    expect([run.status, run.dates]).toEqual([404, none]);
    const read = await sent('GET', 'notes?fields[notes]=secret', { as: 'reader' });
    expect([read.status, read.dates]).toEqual([400, none]);
    const body = { text: 'a', secret: true };
    const write = await sent('PATCH', 'notes/1', { as: 'reader', body });
    expect([write.status, write.dates]).toEqual([200, none]);
    const tools = await library.tools('reader').list();
    expect(JSON.stringify(tools)).not.toContain('2020-01-01');
    const { text } = await sent('GET', '_schema', { as: 'reader' });
    expect(text).not.toContain('2020-01-01');
  });

  it('is described by _schema', async () => {
    const { data } = (await sent('GET', '_schema/notes')).body;
    const fieldOf = (key: string) => data.fields.find((each: any) => each.name === key);
    expect(fieldOf('grade').deprecated).toEqual({
      ...{ since: '2026-06-01T12:00:00Z', sunset: '2027-01-31', use: '`text`', link },
    });
    expect(fieldOf('text').deprecated).toBeNull();
    expect(fieldOf('reason').deprecated.since).toBe('2024-01-01');
    const relation = data.relations.find(({ key }: any) => key === 'folder');
    expect(relation.deprecated).toEqual({
      ...{ since: '2025-01-01', sunset: null, use: null, link: null },
    });
    expect(data.actions.map((each: any) => each.deprecated?.use)).toEqual([
      '`ping-notes`',
      undefined,
    ]);
  });

  const sentences =
    `Deprecated as of 2026-06-01T12:00:00Z. Will be removed on 2027-01-31. ` +
    `Use \`text\` instead. See ${link}.`;

  it('is marked in the OpenAPI document', async () => {
    const document = await library.document();
    const { components, paths } = document;
    const marked = { deprecated: true, description: sentences };
    const { schemas } = components;
    const parameterOf = (path: string, name: string) =>
      new DocumentReader(document).parameterOf(document.paths[path]!.get, name)!;
    expect(schemas['notes.attributes'].properties.grade).toMatchObject(marked);
    expect(schemas['notes.patch'].properties.grade).toMatchObject(marked);
    expect(schemas['notes.patch'].properties.folder.deprecated).toBe(true);
    expect(schemas['notes.patch'].properties.folder_id).not.toHaveProperty('deprecated');
    expect(schemas['notes.relationships'].properties.folder.deprecated).toBe(true);
    expect(parameterOf('/api/notes', 'filter[grade]')).toMatchObject({ deprecated: true });
    expect(parameterOf('/api/notes', 'grade').description).toContain(sentences);
    expect(parameterOf('/api/notes', 'sort').description).toContain(
      'Deprecated: grade, folder.title.',
    );
    expect(parameterOf('/api/notes', 'include').description).toContain('Deprecated: folder.');
    expect(parameterOf('/api/folders', 'filter[notes][grade]').deprecated).toBe(true);
    expect(paths['/api/folders/{id}/attach/pins'].post.deprecated).toBe(true);
    expect(paths['/api/folders/{id}/pins'].get.deprecated).toBe(true);
    expect(paths['/api/folders/{id}/notes'].get).not.toHaveProperty('deprecated');
    expect(paths['/api/notes/actions'].post.description).toContain(
      '- `sweep-notes`: Cleans up. Deprecated as of 2026-11-01. Will be removed on 2027-05-01. Use `ping-notes` instead.',
    );
  });

  it('is described to agents', async () => {
    const tools = await library.tools('librarian').list();
    const toolOf = (key: string) => tools.find((each) => each.name === key)!;
    expect(toolOf('notes-sweep-notes-action-tool').description).toBe(
      'Cleans up. Deprecated as of 2026-11-01. Will be removed on 2027-05-01. Use `ping-notes` instead.',
    );
    const argumentsOf = (key: string): any => toolOf(key).inputSchema.properties;
    expect(argumentsOf('notes-update-tool').grade).toMatchObject({
      deprecated: true,
      description: sentences,
    });
    expect(argumentsOf('notes-index-tool').grade.description).toContain(sentences);
    expect(argumentsOf('notes-index-tool').include.description).toContain('Deprecated: folder.');
    expect(argumentsOf('folders-attach-tool').pins.deprecated).toBe(true);
  });

  it('is struck through by editors that use the typed client', async () => {
    const client = writeClient(await library.document());
    const comment = `/** @deprecated ${sentences} */\n`;
    expect(client).toContain(`${comment}readonly grade: number | null;`);
    expect(client).toContain(`${comment}readonly grade?: number | null;`);
    expect(client).toContain(
      "/** @deprecated Deprecated as of 2025-01-01. */\nreadonly folder: One<'folders'>;",
    );
    expect(client).toMatch(
      /\/\*\* @deprecated Deprecated as of 2026-11-01.* \*\/\nreadonly 'sweep/,
    );
    expect(client).toMatch(
      /\/\*\* @deprecated Compares grade\. .* \*\/\nreadonly grade: OrderedMatch/,
    );
  });
});

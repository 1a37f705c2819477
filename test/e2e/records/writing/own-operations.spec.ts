import { Inject, Injectable } from '@nestjs/common';
import {
  DATABASE,
  Field,
  RequestError,
  Resource,
  type Database,
  type DeleteRequest,
  type IndexRequest,
  type Operations,
  type Policy,
  type ShowRequest,
  type StoreRequest,
  type UpdateRequest,
} from '../../../../src/index.js';
import { insert } from '../../../support/library-app/seed.js';
import { Patron } from '../../../support/library-app/entities.js';
import type { LibraryApp, Reader } from '../../../support/library-app/library-app.js';
import {
  fillNotes,
  Note,
  NotePolicy,
  NoteResource,
  startNotes,
} from '../../../support/library-app/notes.js';
import { PatronResource } from '../../../support/library-app/resources.js';
import { OpenPolicy } from '../../../support/open-policy.js';

/** Another service, which grades notes. */
@Injectable()
class Desk {
  private calls: string[] = [];

  note(call: string): void {
    this.calls.push(call);
  }
  take(): readonly string[] {
    return this.calls.splice(0);
  }
}

@Injectable()
class NoteOperations implements Operations<Note> {
  constructor(
    private readonly desk: Desk,
    @Inject(DATABASE) private readonly database: Database,
  ) {}

  index(request: IndexRequest) {
    this.desk.note(`index ${JSON.stringify(request.query)}`);
    return request.run();
  }

  async show(request: ShowRequest) {
    const found = await request.run();
    this.desk.note(`show ${request.id} by ${(request.user as unknown as Patron).id}`);
    return found;
  }

  async store(request: StoreRequest<Note>) {
    const { text } = request.values;
    this.desk.note(`store ${text}`);
    if (text === 'refused') throw new RequestError('conflict', { message: 'The desk is closed.' });
    if (text === 'wrong') return {} as never;
    if (text === 'unknown') return request.run({ grades: 1 } as object);
    if (text === 'unfit') return request.run({ grade: 'high' as never });
    if (text === 'own') return request.respond(await this.insert(request.values));
    return request.run({ grade: text!.length });
  }

  update(request: UpdateRequest<Note>) {
    this.desk.note(`${request.operation} ${request.record.text} to ${request.values.text}`);
    if (request.values.text === 'moved') return request.run({ id: request.record.id + 1 });
    return request.run({ ...request.values, id: request.record.id, grade: 7 });
  }

  async delete(request: DeleteRequest<Note>) {
    this.desk.note(`delete ${request.record.text}`);
    await request.run();
  }

  private insert({ text }: Partial<Note>): Promise<number> {
    return this.database.transaction(async ({ manager }) => {
      const note = { text: `${text}!`, grade: 1, secret: true, folderId: 1 };
      return (await manager.save(Note, note)).id;
    });
  }
}

@Injectable()
class PatronOperations implements Operations<Patron> {
  constructor(private readonly desk: Desk) {}

  update(request: UpdateRequest<Patron>) {
    this.desk.note(`${request.operation} ${request.record.name}`);
    return request.run();
  }

  delete(request: DeleteRequest<Patron>) {
    this.desk.note(`delete ${request.record.name}`);
    return request.run();
  }
}

/** Readers may see notes that are not secret, and store those that are short. */
@Injectable()
class DeskPolicy extends NotePolicy implements Policy<Note, Patron> {
  override store(user?: Patron) {
    return user!.isLibrarian;
  }
  override update(user?: Patron) {
    return user!.isLibrarian;
  }
  override delete(user?: Patron) {
    return user!.isLibrarian;
  }
}

@Resource({ policy: DeskPolicy, operations: NoteOperations, tools: true, uriKey: 'notes' })
class DeskNoteResource extends NoteResource {
  @Field({ rules: ['max:20'] }) declare text: string;
}

@Resource({ policy: OpenPolicy, operations: PatronOperations, profile: true, uriKey: 'patrons' })
class DeskPatronResource extends PatronResource {}

const lines: string[] = [];
let library: LibraryApp;
let desk: Desk;
beforeAll(async () => {
  library = await startNotes({
    replacements: [DeskNoteResource, DeskPatronResource],
    providers: [Desk],
    log: (line) => lines.push(line),
  });
  desk = library.app.get(Desk, { strict: false });
});
afterAll(() => library?.stop());
beforeEach(async () => {
  await fillNotes(library, [{ id: 1 }, { id: 2, secret: true }]);
  desk.take();
});

const body = { text: 'Four', secret: false, folder_id: 1 };

/** The same operation over HTTP and by its tool. */
const ways = [
  [
    'HTTP',
    async (text: string, as: Reader = 'librarian') =>
      (await library.send('POST', 'notes?include=folder', { ...body, text }, as)).body,
  ],
  [
    'a tool',
    async (text: string, as: Reader = 'librarian') =>
      (await library.call('notes-store-tool', { ...body, text, include: 'folder' }, as))
        .structuredContent,
  ],
] as const;

describe.each(ways)('A replaced store, by %s (C4.6)', (_way, store) => {
  it('calls the method, and returns the response of the framework', async () => {
    const stored = await store('Four');
    expect(desk.take()).toEqual(['store Four']);
    expect(stored.data).toMatchObject({
      type: 'notes',
      attributes: { ...body, grade: 4, folder_id: '1' },
      relationships: { folder: { id: '1', attributes: { title: 'Folder 1' } } },
      meta: { authorizedToShow: true, authorizedToUpdate: true },
    });
    expect((await library.get(`notes/${stored.data.id}`)).body.data.attributes.grade).toBe(4);
  });

  it('does not call the method for an invalid body', async () => {
    expect(await store('A text that is longer than 20')).toMatchObject({
      code: 'validation_failed',
      errors: { text: [expect.any(String)] },
    });
    expect(desk.take()).toEqual([]);
  });

  it('returns the error of the method, and nothing is written', async () => {
    expect(await store('refused')).toEqual({ message: 'The desk is closed.', code: 'conflict' });
    expect((await library.get('notes?count=none', 'librarian')).body.data).toHaveLength(2);
  });

  it('reports values of the method that do not fit their columns', async () => {
    expect(await store('unfit')).toMatchObject({
      code: 'validation_failed',
      errors: { grade: [expect.any(String)] },
    });
  });

  it('can return a record that the method has stored itself', async () => {
    expect((await store('own')).data).toMatchObject({
      attributes: { text: 'own!', secret: true, grade: 1 },
      relationships: { folder: { id: '1' } },
    });
  });
});

describe('A replaced store (C4.3)', () => {
  const post = (path: string, sent: object, as: Reader = 'librarian') =>
    library.send('POST', `${path}`, sent, as);

  it('is 201 with the location of the record', async () => {
    const headers = await library.headers('librarian');
    const request = { method: 'POST', url: '/api/notes', headers, payload: body } as const;
    const response = await library.app.inject(request);
    expect(response.statusCode).toBe(201);
    expect(response.headers.location).toBe(`/api/notes/${response.json().data.id}`);
  });

  it('is refused in the order of the guards, before the method runs', async () => {
    expect((await library.app.inject({ method: 'POST', url: '/api/notes' })).statusCode).toBe(401);
    expect((await post('notes?include=nothing', body, 'reader')).status).toBe(400);
    expect((await post('notes', body, 'reader')).status).toBe(403);
    await expect(library.call('notes-store-tool', body, 'reader')).rejects.toThrow('Unknown tool.');
    expect(desk.take()).toEqual([]);
  });

  it.each([
    ['wrong', 'The operation \\"store\\" of DeskNoteResource must return what request.run()'],
    ['unknown', '\\"grades\\" is not a column of the entity of DeskNoteResource.'],
  ])('is 500 and logged for a mistake in the method (%s)', async (text, message) => {
    expect((await post('notes', { ...body, text })).status).toBe(500);
    expect(lines.at(-1)).toContain(message);
  });
});

describe('The other replaced operations (C4.6)', () => {
  it('list records', async () => {
    expect((await library.get('notes?perPage=1')).body.data).toMatchObject([{ id: '1' }]);
    expect(
      (await library.call('notes-index-tool', { perPage: 1 })).structuredContent.data,
    ).toHaveLength(1);
    expect(desk.take()).toEqual(['index {"perPage":"1"}', 'index {"perPage":"1"}']);
    expect((await library.get('notes?sort=nothing')).status).toBe(400);
    expect(desk.take()).toEqual([]);
  });

  it('export records (C17.3)', async () => {
    for (const path of ['notes?fields[notes]=text', 'notes?fields[notes]=text&perPage=all']) {
      const { text } = await library.get(path, 'reader', { accept: 'text/csv' });
      expect(text).toBe('id,text\r\n1,Note 1\r\n');
    }
    expect(desk.take()).toEqual([
      'index {"fields[notes]":"text"}',
      'index {"fields[notes]":"text","perPage":"all"}',
    ]);
  });

  it('show a record, and none that the user may not see', async () => {
    expect((await library.get('notes/1')).body.data.attributes.text).toBe('Note 1');
    expect((await library.call('notes-show-tool', { id: '1' })).structuredContent.data.id).toBe(
      '1',
    );
    expect(desk.take()).toEqual(['show 1 by 1', 'show 1 by 1']);
    for (const id of [2, 99]) {
      expect((await library.get(`notes/${id}`)).status).toBe(404);
      expect((await library.call('notes-show-tool', { id: String(id) })).isError).toBe(true);
    }
    expect(desk.take()).toEqual([]);
  });

  it.each(['PUT', 'PATCH'] as const)('update a record by %s', async (method) => {
    const sent = { ...body, text: method };
    const updated = await library.send(method, 'notes/1', sent, 'librarian');
    expect(updated.body.data.attributes).toMatchObject({ text: method, grade: 7 });
    expect(desk.take()).toEqual([`update Note 1 to ${method}`]);
  });

  it('update a record by a tool', async () => {
    const updated = await library.call('notes-update-tool', { id: '1', text: 'Tool' }, 'librarian');
    expect(updated.structuredContent.data.attributes).toMatchObject({ text: 'Tool', grade: 7 });
    expect(desk.take()).toEqual(['update Note 1 to Tool']);
  });

  it('do not update what is invalid, refused or unknown', async () => {
    const long = { text: 'A text that is longer than 20' };
    expect((await library.send('PATCH', 'notes/1', long, 'librarian')).status).toBe(422);
    expect((await library.send('PATCH', 'notes/1', body)).status).toBe(403);
    expect((await library.send('PATCH', 'notes/2', body)).status).toBe(404);
    expect((await library.send('PATCH', 'notes/99', body, 'librarian')).status).toBe(404);
    expect(desk.take()).toEqual([]);
  });

  it('cannot change the key of a record', async () => {
    const moved = await library.send('PATCH', 'notes/1', { text: 'moved' }, 'librarian');
    expect(moved.status).toBe(500);
    expect(lines.at(-1)).toContain('The key of a record of DeskNoteResource cannot be changed.');
  });

  it('delete a record', async () => {
    expect((await library.send('DELETE', 'notes/1', undefined, 'reader')).status).toBe(403);
    expect((await library.send('DELETE', 'notes/99', undefined, 'librarian')).status).toBe(404);
    expect(desk.take()).toEqual([]);
    expect((await library.send('DELETE', 'notes/1', undefined, 'librarian')).status).toBe(204);
    expect((await library.call('notes-delete-tool', { id: '2' }, 'librarian')).isError).not.toBe(
      true,
    );
    expect(desk.take()).toEqual(['delete Note 1', 'delete Note 2']);
    expect((await library.get('notes', 'librarian')).body.data).toEqual([]);
  });

  it('receive a record that the policy does not look at', async () => {
    await insert(library.database, 'patrons', { id: 4, name: 'Third', is_librarian: false });
    expect((await library.send('DELETE', 'patrons/99')).status).toBe(404);
    expect((await library.send('DELETE', 'patrons/4')).status).toBe(204);
    expect(desk.take()).toEqual(['delete Third']);
  });

  it("update the user's own record as the profile", async () => {
    const updated = await library.send('PATCH', 'profile', { name: 'Reader' });
    expect(updated).toMatchObject({ status: 200, body: { attributes: { name: 'Reader' } } });
    expect(desk.take()).toEqual(['profile Reader']);
  });

  it('are described as before in the OpenAPI document, except for bulk writes', async () => {
    @Resource({ policy: DeskPolicy, tools: true, uriKey: 'notes' })
    class PlainNoteResource extends NoteResource {
      @Field({ rules: ['max:20'] }) declare text: string;
    }
    @Resource({ policy: OpenPolicy, profile: true, uriKey: 'patrons' })
    class PlainPatronResource extends PatronResource {}
    const options = { safeWrites: { bulk: false } };
    const replacements = [DeskNoteResource, DeskPatronResource];
    const desk = await startNotes({ replacements, providers: [Desk], options });
    const plain = await startNotes({
      replacements: [PlainNoteResource, PlainPatronResource],
      options,
    });
    expect(await desk.document()).toEqual(await plain.document());
    expect((await desk.document()).paths['/api/notes'].post).toBeDefined();
    await desk.stop();
    await plain.stop();
  });
});

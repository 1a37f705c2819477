import { Injectable } from '@nestjs/common';
import { Resource, type Operations, type StoreRequest } from '../../../../src/index.js';
import { ReferenceDocument } from '../../../../src/addons/reference/reference-document.js';
import { describeRoutes } from '../../../../src/registry/describe-routes.js';
import { ResourceRegistry } from '../../../../src/registry/resources/resource-registry.js';
import type { LibraryApp } from '../../../support/library-app/library-app.js';
import {
  fillNotes,
  NoteResource,
  startNotes,
  type Note,
} from '../../../support/library-app/notes.js';
import { OpenPolicy } from '../../../support/open-policy.js';

@Injectable()
class NoteOperations implements Operations<Note> {
  store(request: StoreRequest<Note>) {
    return request.run({ grade: 7 });
  }
}

@Resource({ policy: OpenPolicy, operations: NoteOperations, uriKey: 'notes' })
class DeskNoteResource extends NoteResource {}

const note = { text: 'Note', secret: false, folder_id: 1 };
let library: LibraryApp;
afterEach(() => library?.stop());

const bulkPaths = async (): Promise<readonly string[]> => {
  const { document } = await library.provider(ReferenceDocument).served();
  return Object.keys(document.paths).filter((path) => path.includes('/notes/bulk'));
};
const bulkRoutes = (hasBulk?: boolean) =>
  describeRoutes(library.provider(ResourceRegistry).get('notes'), '/api', hasBulk)
    .filter(({ operation }) => operation.startsWith('bulk'))
    .map(({ operation }) => operation);

describe('An operation that a team replaces (C4.6, C13.5)', () => {
  it('has no bulk endpoint, which would bypass the method', async () => {
    library = await startNotes({ replacements: [DeskNoteResource] });
    await fillNotes(library, [{ id: 1 }, { id: 2 }]);
    const stored = await library.send('POST', 'notes/bulk', [note], 'librarian');
    expect([stored.status, stored.body]).toEqual([
      404,
      { message: 'Not found.', code: 'not_found' },
    ]);
    const change = [{ id: 1, text: 'Changed' }];
    const updated = await library.send('POST', 'notes/bulk/update', change, 'librarian');
    expect([updated.status, updated.body.data[0].attributes.text]).toEqual([200, 'Changed']);
    expect(await bulkPaths()).toEqual(['/api/notes/bulk/update', '/api/notes/bulk/delete']);
    expect(bulkRoutes()).toEqual(['bulk update', 'bulk delete']);
  });
});

describe('The option safeWrites.bulk (C13.5)', () => {
  it('switches the endpoints off, also in the document', async () => {
    library = await startNotes({ options: { safeWrites: { bulk: false } } });
    await fillNotes(library, [{ id: 1 }]);
    const statuses = [
      await library.send('POST', 'notes/bulk', [note], 'librarian'),
      await library.send('POST', 'notes/bulk/update', [{ id: 1 }], 'librarian'),
      await library.send('DELETE', 'notes/bulk/delete', [1], 'librarian'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404]);
    expect((await library.get('notes/1', 'librarian')).status).toBe(200);
    expect(await bulkPaths()).toEqual([]);
    expect(bulkRoutes(false)).toEqual([]);
  });

  it('is on by default, with its own limit (C12)', async () => {
    library = await startNotes({ options: { limits: { bulk: 2 } } });
    await fillNotes(library, []);
    const atLimit = await library.send('POST', 'notes/bulk', [note, note], 'librarian');
    const past = await library.send('POST', 'notes/bulk', [note, note, note], 'librarian');
    expect([atLimit.status, past.status]).toEqual([201, 422]);
    expect(await bulkPaths()).toHaveLength(3);
  });
});

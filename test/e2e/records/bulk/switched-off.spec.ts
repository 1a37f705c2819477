import { Injectable } from '@nestjs/common';
import { Resource, type Operations, type StoreRequest } from '../../../../src/index.js';
import { ReferenceDocument } from '../../../../src/addons/reference/reference-document.js';
import { describeRoutes } from '../../../../src/registry/describe-routes.js';
import { ResourceRegistry } from '../../../../src/registry/resources/resource-registry.js';
import type { Note } from '../../../support/vault-app/entities.js';
import { NoteResource } from '../../../support/vault-app/resources.js';
import { VaultApp } from '../../../support/vault-app/vault-app.js';
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
let vault: VaultApp;
afterEach(() => vault?.stop());

const bulkPaths = async (): Promise<readonly string[]> => {
  const { document } = await vault.provider(ReferenceDocument).served;
  return Object.keys(document.paths).filter((path) => path.includes('/notes/bulk'));
};
const bulkRoutes = (hasBulk?: boolean) =>
  describeRoutes(vault.provider(ResourceRegistry).get('notes'), '/api', hasBulk)
    .filter(({ operation }) => operation.startsWith('bulk'))
    .map(({ operation }) => operation);

describe('An operation that a team replaces (C4.6, C13.5)', () => {
  it('has no bulk endpoint, which would bypass the method', async () => {
    vault = await VaultApp.start({}, [DeskNoteResource], []);
    await vault.fill([{ id: 1 }, { id: 2 }]);
    const stored = await vault.send('POST', '/api/notes/bulk', [note], 'admin');
    expect([stored.status, stored.body]).toEqual([
      404,
      { message: 'Not found.', code: 'not_found' },
    ]);
    const change = [{ id: 1, text: 'Changed' }];
    const updated = await vault.send('POST', '/api/notes/bulk/update', change, 'admin');
    expect([updated.status, updated.body.data[0].attributes.text]).toEqual([200, 'Changed']);
    expect(await bulkPaths()).toEqual(['/api/notes/bulk/update', '/api/notes/bulk/delete']);
    expect(bulkRoutes()).toEqual(['bulk update', 'bulk delete']);
  });
});

describe('The option safeWrites.bulk (C13.5)', () => {
  it('switches the endpoints off, also in the document', async () => {
    vault = await VaultApp.start({}, [], [], { safeWrites: { bulk: false } });
    await vault.fill([{ id: 1 }]);
    const statuses = [
      await vault.send('POST', '/api/notes/bulk', [note], 'admin'),
      await vault.send('POST', '/api/notes/bulk/update', [{ id: 1 }], 'admin'),
      await vault.send('DELETE', '/api/notes/bulk/delete', [1], 'admin'),
    ].map(({ status }) => status);
    expect(statuses).toEqual([404, 404, 404]);
    expect((await vault.get('notes/1', 'admin')).status).toBe(200);
    expect(await bulkPaths()).toEqual([]);
    expect(bulkRoutes(false)).toEqual([]);
  });

  it('is on by default, with its own limit (C12)', async () => {
    vault = await VaultApp.start({ bulk: 2 });
    await vault.fill([]);
    const atLimit = await vault.send('POST', '/api/notes/bulk', [note, note], 'admin');
    const past = await vault.send('POST', '/api/notes/bulk', [note, note, note], 'admin');
    expect([atLimit.status, past.status]).toEqual([201, 422]);
    expect(await bulkPaths()).toHaveLength(3);
  });
});

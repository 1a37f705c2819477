import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createApplication } from '../../../src/app/create-application.js';
import { describeStartFailure } from '../../../src/app/describe-start-failure.js';
import type { Storage, StoredEntry, StoredFile } from '../../../src/index.js';
import { StorageError, type UploadedFile } from '../../../src/index.js';
import { readFileSync } from 'node:fs';
import type { DatabaseUnderTest } from '../../support/databases.js';
import { seededDatabase } from '../../support/demo-template.js';
import { form } from '../../support/forms.js';
import { png } from '../../support/images.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';
import { FilesApp, filesDeployment } from './files-app.js';

describe('the start', () => {
  let place: DatabaseUnderTest;
  let base: string;
  beforeAll(async () => {
    place = await seededDatabase();
    base = mkdtempSync(join(tmpdir(), 'resource-api-files-'));
  });
  afterAll(async () => {
    await place.dispose();
    rmSync(base, { recursive: true });
  });

  it('creates the folder of uploaded files, and leaves nothing else in it (threats)', async () => {
    const folder = join(base, 'new', 'folder');
    const app = await createApplication(filesDeployment(place.url, folder));
    validateAgainstDocument(app);
    await app.init();
    expect([readdirSync(folder), readdirSync(join(folder, '.incoming'))]).toEqual([
      ['.incoming'],
      [],
    ]);
    await app.close();
  });

  it('reports if the folder of uploaded files cannot be written to (threats)', async () => {
    const folder = join(base, 'file');
    writeFileSync(folder, 'in the way');
    const app = await createApplication(filesDeployment(place.url, folder));
    const failure: unknown = await app.init().catch((error: unknown) => error);
    await app.close();
    expect(failure).toBeInstanceOf(StorageError);
    expect(describeStartFailure(failure)).toMatch(
      new RegExp(
        `^Files cannot be stored in ${folder}: .+\\. Set STORAGE_PATH, or the option storage\\.path, to .+\\.$`,
      ),
    );
  });
});

/** What a team might write: files in a map. */
class MemoryStorage implements Storage {
  readonly incoming = mkdtempSync(join(tmpdir(), 'resource-api-memory-'));
  readonly kept = new Map<string, Buffer>();

  async verify(): Promise<void> {}

  async store(path: string, file: UploadedFile): Promise<void> {
    this.kept.set(path, readFileSync(file.path));
  }

  async remove(path: string): Promise<void> {
    this.kept.delete(path);
  }

  async has(path: string): Promise<boolean> {
    return this.kept.has(path);
  }

  async open(path: string): Promise<StoredFile | undefined> {
    const content = this.kept.get(path);
    if (!content) return undefined;
    return {
      size: content.length,
      mime: 'image/png',
      etag: '"1"',
      read: async () => Readable.from([content]),
    };
  }

  async *entries(): AsyncGenerator<StoredEntry> {
    for (const path of this.kept.keys()) yield { path, storedAt: new Date(0) };
  }
}

describe('a storage of the deployment’s own', () => {
  it('replaces the local disk (C10)', async () => {
    const storage = new MemoryStorage();
    const files = await FilesApp.start({ storage });
    const body = form({ name: 'avatar', filename: 'x', content: png() });
    const { path } = (await files.send(body, 'avatar/4')).json<{ path: string }>();
    expect([...storage.kept.keys()]).toEqual([path.slice('/storage/'.length)]);
    expect((await files.get(path)).rawPayload).toEqual(png());
    expect(readdirSync(storage.incoming)).toEqual([]);
    await files.close();
    rmSync(storage.incoming, { recursive: true });
  });
});

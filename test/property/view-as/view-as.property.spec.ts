import fc from 'fast-check';
import { examples } from '../../support/examples.js';
import { LibraryApp } from '../../support/library-app/library-app.js';
import { anything, successful } from '../records/reading/queries.js';

let library: LibraryApp;
beforeAll(async () => {
  library = await LibraryApp.start({
    options: { viewAs: { can: (patron) => patron.isLibrarian } },
  });
});
afterAll(() => library?.stop());

describe('Any read with View-As', () => {
  it('is the read of the other account, byte for byte (C2.9)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 3, arbitrary: successful }, anything), async (path) => {
        const own = await library.get(path, 'reader');
        const viewed = await library.get(path, 'librarian', { 'view-as': '1' });
        expect({ status: viewed.status, text: viewed.text }).toEqual({
          status: own.status,
          text: own.text,
        });
      }),
      examples(60),
    );
  });
});

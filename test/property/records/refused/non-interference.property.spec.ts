import fc from 'fast-check';
import { examples } from '../../../support/examples.js';
import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { fillNotes, startNotes, type NoteRow } from '../../../support/library-app/notes.js';

const EXAMPLES = examples(100);

let without: LibraryApp;
let among: LibraryApp;

beforeAll(async () => {
  [without, among] = [await startNotes(), await startNotes()];
  const visible = Array.from({ length: 25 }, (_none, at): NoteRow => ({
    id: at * 4 + 1,
    text: ['Sea', 'Ship', 'Note'][at % 3],
    grade: [null, 1, 2, 3][at % 4],
    folder_id: (at % 2) + 1,
  }));
  const refused = Array.from({ length: 60 }, (_none, at): NoteRow => ({
    id: Math.floor(at / 3) * 4 + 2 + (at % 3),
    text: ['Sea', 'Secret', 'Ship'][at % 3],
    grade: [2, null, 9][at % 3],
    folder_id: (at % 2) + 1,
    secret: true,
  }));
  const labels = [1, 5, 9, 13].map((note, at) => ({ id: at + 1, note_id: note }));
  const pins = [1, 5, 9, 21].map((note) => ({ folder_id: 1, note_id: note }));
  await fillNotes(without, visible, labels, pins);
  const hidden = refused.slice(0, 20).map(({ id }) => ({ folder_id: 1, note_id: id }));
  await fillNotes(among, [...visible, ...refused], labels, [...hidden, ...pins]);
});
afterAll(async () => {
  await without?.stop();
  await among?.stop();
});

const sort = fc
  .uniqueArray(fc.constantFrom('id', 'text', 'grade', 'folder.title'), {
    minLength: 1,
    maxLength: 3,
  })
  .chain((names) => fc.tuple(...names.map((name) => fc.constantFrom(name, `-${name}`))))
  .map((steps) => `sort=${steps.join()}`);

const pageOfNotes = fc
  .tuple(
    fc.constantFrom('notes', 'folders/1/notes', 'folders/2/notes', 'folders/1/pins'),
    fc.constantFrom('', 'perPage=1', 'perPage=2', 'perPage=3', 'perPage=7', 'perPage=100'),
    fc.constantFrom(
      '',
      'page=2',
      'page=3',
      'page=9',
      'cursor=',
      'count=none',
      'count=exact&page=2',
      'count=estimated&perPage=1',
    ),
    fc.option(sort, { nil: '' }),
    fc.constantFrom(
      '',
      'search=se',
      'search=secret',
      'text=Sea,Secret',
      '-text=Sea',
      'filter[text][gt]=Sea',
    ),
    fc.constantFrom(
      '',
      'include=folder',
      'include=folder.notes,labels&relatablePerPage=2',
      'fields[notes]=text',
    ),
  )
  .map(([path, ...parameters]) => `${path}?${parameters.filter((each) => each !== '').join('&')}`);

const other = fc.oneof(
  fc.integer({ min: 1, max: 103 }).map((key) => `notes/${key}?include=folder`),
  fc.integer({ min: 1, max: 103 }).map((key) => `notes/${key}/labels`),
  fc.integer({ min: 1, max: 103 }).map((key) => `notes/${key}/actions`),
  fc.constantFrom(
    'folders?include=notes&relatablePerPage=3&sort[notes]=-grade',
    'folders/1?include=notes,pins&relatablePerPage=2&more=true',
    'folders/1?include=pins&relatablePerPage=3&more=true&filter[pins][text]=Sea',
    'labels?include=note&sort=-note_id',
    'labels?sort=note.text',
    'labels?search=se&include=note',
    'labels/filters',
  ),
);

async function expectAlike(path: string): Promise<void> {
  const [here, there] = [await without.get(path), await among.get(path)];
  expect({ path, status: there.status, text: there.text }).toEqual({
    path,
    status: here.status,
    text: here.text,
  });
  const next: string | null | undefined = here.body.links?.next;
  if (next) await expectAlike(next.slice('/api/'.length));
}

describe('Two databases that differ only in records that show hides', () => {
  it('return the same responses, byte by byte, on every page (C4.4, C5.9)', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof({ weight: 4, arbitrary: pageOfNotes }, other), expectAlike),
      EXAMPLES,
    );
  });

  it('pass the same records to actions, in the same chunks (C4.4, C6.5)', async () => {
    const keys = fc.oneof(
      fc.constant<'all' | number[]>('all'),
      fc.uniqueArray(fc.integer({ min: 1, max: 103 }), { minLength: 1, maxLength: 12 }),
    );
    const narrowed = fc.constantFrom('', '&search=sea', '&text=Ship,Secret', '&-text=Sea');
    await fc.assert(
      fc.asyncProperty(keys, narrowed, async (repositories, query) => {
        const run = (library: LibraryApp) =>
          library.send('POST', `notes/actions?action=name-notes${query}`, { repositories });
        expect((await run(among)).text).toBe((await run(without)).text);
      }),
      examples(30),
    );
  });
});

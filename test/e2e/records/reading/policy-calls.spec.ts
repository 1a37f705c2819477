import { LibraryApp } from '../../../support/library-app/library-app.js';
import { writerKey } from '../../../support/library-app/seed.js';
import { recordOf, recordsOf, type Resource } from './resource-objects.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await LibraryApp.start();
});
afterAll(() => library?.stop());

const one = `writers/${writerKey(1)}`;

/** The calls of policies during a request. */
async function callsDuring(path: string) {
  library.questions.take();
  expect((await library.get(path)).status).toBe(200);
  return library.questions.take();
}

const onceEach = {
  'writers.index': 1,
  'writers.scope': 1,
  'writers.store': 1,
  'writers.delete': 1,
};

describe('Flags in one batch (C3.3, C4.4)', () => {
  it.each([1, 4, 16])(
    'call the ability, the scope and store once for %i records, the others once per record or per page',
    async (size) => {
      expect(await callsDuring(`writers?perPage=${size}`)).toEqual({
        ...onceEach,
        'writers.update': size,
      });
    },
  );

  it('make the same calls on show', async () => {
    expect(await callsDuring(one)).toEqual({ ...onceEach, 'writers.update': 1 });
  });

  it('make one call per resource, however often it is included', async () => {
    const calls = await callsDuring(
      `${one}?include=mentor,pupils.pupils,books.writer,topics.writers`,
    );
    expect(calls).toMatchObject({ 'writers.index': 1, 'writers.scope': 1, 'writers.store': 1 });
  });

  it('call show once per record, though it decides on visibility and is a flag besides', async () => {
    expect(await callsDuring(`${one}?include=remarks&relatablePerPage=2`)).toMatchObject({
      'remarks.show': 4,
    });
    expect(await callsDuring('remarks/1')).toMatchObject({ 'remarks.show': 1 });
    expect(await callsDuring('remarks')).toMatchObject({ 'remarks.show': 8 });
    expect(await callsDuring('writers?perPage=16&include=remarks')).toMatchObject({
      'remarks.show': 7,
    });
  });

  it('make no calls for related records of an index', async () => {
    const calls = await callsDuring('books?include=writer');
    expect(calls).toEqual({ 'writers.index': 1, 'writers.scope': 1 });
  });

  it('call an injected callable once per page', async () => {
    expect(await callsDuring('writers?perPage=16&include=name_length')).toMatchObject({
      'writers.name_length': 1,
    });
  });
});

describe('The four flags (C3.3)', () => {
  const flags = (show: boolean, store: boolean, update: boolean, remove: boolean) => ({
    authorizedToShow: show,
    authorizedToStore: store,
    authorizedToUpdate: update,
    authorizedToDelete: remove,
  });

  it('are set per record', async () => {
    const [second, first] = recordsOf((await library.get('writers?perPage=16')).body).slice(-2);
    expect(first!.meta).toEqual(flags(true, false, true, false));
    expect(second!.meta).toEqual(flags(true, false, false, false));
    const [record] = recordsOf((await library.get('writers?perPage=1&page=2', 'librarian')).body);
    expect(record!.meta).toEqual(flags(true, true, true, true));
  });

  it('are false if the policy has no such method', async () => {
    expect(recordOf((await library.get('topics/1')).body).meta).toEqual(
      flags(true, false, false, false),
    );
  });

  it('are set on related records of show, and not of index', async () => {
    const shown = recordOf(
      (await library.get(`writers/${writerKey(2)}?include=mentor.pupils`)).body,
    );
    const mentor = shown.relationships!.mentor as Resource;
    expect(mentor.meta).toEqual(flags(true, false, true, false));
    expect((mentor.relationships!.pupils as readonly Resource[])[0]!.meta).toEqual(
      flags(true, false, false, false),
    );
    const { text } = await library.get('writers?perPage=16&include=mentor.pupils');
    expect(text.match(/authorizedToShow/g)).toHaveLength(16);
  });
});

import { DepotApp } from '../../../support/depot-app/depot-app.js';
import { form, type FormPart } from '../../../support/forms.js';
import { gif, jpeg, padded, png } from '../../../support/images.js';
import type { RecordBody, RefusalBody } from './bodies.js';

let depot: DepotApp;
beforeAll(async () => {
  depot = await DepotApp.start();
});
afterAll(() => depot?.stop());
afterEach(() => depot.reset());

const text = (name: string, content: string): FormPart => ({ name, content });
const file = (name: string, content: Buffer = png()): FormPart => ({
  name,
  filename: 'a.bin',
  content,
});
const texts = (values: Readonly<Record<string, string>>) =>
  Object.entries(values).map(([name, content]) => text(name, content));

const store = (...parts: FormPart[]) =>
  depot.form<RecordBody>('pieces', [text('title', 'Vase'), ...parts]);
const photoOf = (body: RecordBody) => String(body.data.attributes.photo);
/** The files of pieces, and the remains of forms. */
const files = () => depot.files();
const fileOf = (path: string) => path.slice('/storage/'.length);

describe('a form on a collection', () => {
  it('stores a record with its file, which is served at its path (C4, C10.2, C10.3)', async () => {
    const { status, body, headers } = await store(file('photo'));
    expect([status, headers.location]).toEqual([201, `/api/pieces/${body.data.id}`]);
    expect(photoOf(body)).toMatch(
      new RegExp(`^/storage/pieces/${body.data.id}/[\\w-]{22}/store\\.png$`),
    );
    expect(await depot.fetch(photoOf(body))).toEqual({ status: 200, content: png() });
    const shown = await depot.send<RecordBody>('GET', `pieces/${body.data.id}`);
    expect(shown.body.data.attributes.photo).toBe(photoOf(body));
  });

  it.each([
    ['amount', '33', 33],
    ['amount', '-5', -5],
    ['serial', '9007199254740993', '9007199254740993'],
    ['weight', '0.9', '0.90'],
    ['height', '1.5e3', 1500],
    ['on_display', 'true', true],
    ['on_display', '0', false],
    ['acquired_on', '2024-02-29', '2024-02-29'],
    ['shown_at', '2024-02-29T12:00:00+01:00', '2024-02-29T11:00:00.000Z'],
    ['notes', '{"a":[1,null]}', { a: [1, null] }],
    ['notes', '"a text"', 'a text'],
    ['materials', '["oak","ash"]', ['oak', 'ash']],
    ['scan', 'AAEC', 'AAEC'],
    ['story', '33', '33'],
    ['title', 'true', 'true'],
    ['title', '', ''],
    ['batch', '0b0e2a4c-1111-4222-8333-444455556666', '0b0e2a4c-1111-4222-8333-444455556666'],
  ])(
    'reads the string of %s, %s, by the type of its column (C4.1)',
    async (field, content, responded) => {
      const { status, body } = await depot.form<RecordBody>(
        'pieces',
        texts({ title: 'Vase', [field]: content }),
      );
      expect([status, body.data?.attributes[field]]).toEqual([201, responded]);
    },
  );

  it.each([
    'amount',
    'serial',
    'weight',
    'on_display',
    'acquired_on',
    'notes',
    'story',
    'batch',
    'shelf_code',
  ])('reads an empty %s as null (C4.1)', async (field) => {
    const { status, body } = await store(text(field, ''));
    expect([status, body.data?.attributes[field]]).toEqual([201, null]);
  });

  it.each<FormPart>([text('photo', ''), { name: 'photo', filename: '', content: Buffer.alloc(0) }])(
    'keeps the file if none was chosen: %j (C10.1)',
    async (part) => {
      const { data } = (await store(file('photo'))).body;
      const { status, body } = await depot.form<RecordBody>(`pieces/${data.id}`, [
        text('title', 'Bowl'),
        part,
      ]);
      expect([status, body.data.attributes.title, photoOf(body)]).toEqual([
        200,
        'Bowl',
        String(data.attributes.photo),
      ]);
    },
  );

  it.each<readonly [FormPart, string]>([
    [file('photo[]'), 'photo'],
    [text('notes[colour]', 'red'), 'notes'],
    [text('notes[]', 'red'), 'notes'],
  ])('rejects a name in brackets, and names what is meant: %j', async (part, meant) => {
    const { status, body } = await depot.form<RefusalBody>('pieces', [text('title', 'Vase'), part]);
    expect([status, body.errors]).toEqual([
      422,
      { [part.name!]: [`The part ${part.name!} is not read. Send ${meant}, as one part.`] },
    ]);
  });

  it.each([
    ['amount', 'many'],
    ['amount', '1.5'],
    ['amount', '033'],
    ['height', '01.5'],
    ['amount', '99999999999'],
    ['weight', '1,5'],
    ['on_display', 'yes'],
    ['acquired_on', '29.2.2024'],
    ['materials', 'oak'],
    ['locked', ''],
    ['notes', '{broken'],
    ['notes', 'no JSON'],
    ['photo', '/storage/pieces/1/x.png'],
  ])('rejects the string of %s, %s, as in JSON (C4.1, C4.2)', async (field, content) => {
    const before = await depot.count('pieces');
    const response = await depot.form<RefusalBody>(
      'pieces',
      texts({ title: 'Vase', [field]: content }),
    );
    expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([422, [field]]);
    expect(await depot.count('pieces')).toBe(before);
  });

  it.each([
    ['deep', '['.repeat(100_000)],
    ['deep and closed', '['.repeat(100_000) + ']'.repeat(100_000)],
    ['with a __proto__', '{"__proto__":{"is_head":true}}'],
    ['with NUL', '{"a":"\\u0000"}'],
    ['with half a character', '["\\ud800"]'],
    ['beyond all numbers', '[1e999]'],
  ])('limits JSON in a string as JSON bodies: %s is a 4xx (C1.7, C12)', async (_what, content) => {
    const before = await depot.count('pieces');
    const response = await store(text('notes', content));
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(response.status).toBeLessThan(500);
    expect(await depot.count('pieces')).toBe(before);
  });

  it('accepts JSON in a string as deep as in a JSON body, and not deeper (C12)', async () => {
    const nested = (depth: number) => text('notes', '['.repeat(depth) + ']'.repeat(depth));
    const { body } = await store(nested(30));
    expect(JSON.stringify(body.data.attributes.notes)).toBe(nested(30).content);
    const before = await depot.count('pieces');
    const deeper = await depot.form<RefusalBody>('pieces', [text('title', 'Vase'), nested(32)]);
    expect([deeper.status, deeper.body.errors]).toEqual([
      422,
      { notes: ['The notes field must not be nested deeper than 31 levels.'] },
    ]);
    expect(await depot.count('pieces')).toBe(before);
  });

  it('ignores parts that are not fields, and files without a field for them (C4.2)', async () => {
    const before = files();
    const { status, body } = await store(
      text('nothing', 'x'),
      text('version', '9'),
      file('other'),
      text('id', 'x'),
    );
    expect([status, body.data.attributes.version]).toEqual([201, 1]);
    expect(files()).toEqual(before);
  });

  it.each([
    ['not an image', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['too large', padded(png(), 5 * 1024 * 1024 + 1)],
    ['too wide', png(8193, 1)],
    ['empty', Buffer.alloc(0)],
  ])(
    'rejects a file that is %s under its field, and keeps nothing of it (C10.1)',
    async (_what, content) => {
      const before = [files(), await depot.count('pieces')];
      const response = await depot.form<RefusalBody>('pieces', [
        text('title', 'Vase'),
        file('photo', content),
      ]);
      expect([response.status, Object.keys(response.body.errors ?? {})]).toEqual([422, ['photo']]);
      expect([files(), await depot.count('pieces')]).toEqual(before);
    },
  );

  it('rejects a file for a field that is not an image (C4.2)', async () => {
    const before = files();
    const response = await depot.form<RefusalBody>('pieces', [
      text('title', 'Vase'),
      file('notes'),
      file('amount'),
    ]);
    expect([response.status, Object.keys(response.body.errors ?? {}).sort()]).toEqual([
      422,
      ['amount', 'notes'],
    ]);
    expect(files()).toEqual(before);
  });

  it('leaves no file if another field, a hook or the database rejects it (C10.3)', async () => {
    await depot.send('POST', 'pieces', { title: 'Vase', inventory: 'taken' });
    const before = files();
    expect((await store(file('photo'), text('amount', 'x'))).status).toBe(422);
    expect((await store(file('photo'), text('inventory', 'taken'))).status).toBe(409);
    for (const hook of ['storing', 'stored'] as const) {
      depot.script.hooks = { [hook]: () => Promise.reject(new Error('no')) };
      expect((await store(file('photo'))).status).toBe(500);
    }
    expect(files()).toEqual(before);
  });
});

describe('a form on a record', () => {
  it('writes as PATCH does: a file alone is enough (C4.1)', async () => {
    const { id } = (await depot.send<RecordBody>('POST', 'pieces', { title: 'Vase', amount: 3 }))
      .body.data;
    const { status, body } = await depot.form<RecordBody>(
      `pieces/${id}?fields[pieces]=title,photo,amount`,
      [file('photo')],
    );
    expect([status, body.data.attributes]).toEqual([
      200,
      { title: 'Vase', amount: 3, photo: expect.stringMatching(/\/update\.png$/) },
    ]);
  });

  it('replaces the old file, which is removed after the commit (C10.2, C10.3)', async () => {
    const { body } = await store(file('photo'));
    const [id, old] = [body.data.id, photoOf(body)];
    let during: readonly string[] = [];
    depot.script.hooks = { updated: () => void (during = files()) };
    const replaced = photoOf(
      (await depot.form<RecordBody>(`pieces/${id}`, [file('photo', jpeg())])).body,
    );
    expect(replaced).not.toBe(old);
    expect(during).toEqual(expect.arrayContaining([fileOf(old), fileOf(replaced)]));
    expect([(await depot.fetch(old)).status, await depot.fetch(replaced)]).toEqual([
      404,
      { status: 200, content: jpeg() },
    ]);
  });

  it('leaves the old file unchanged if it is rejected, or rolled back (C10.3)', async () => {
    const { body } = await store(file('photo'));
    const before = files();
    expect(
      (await depot.form(`pieces/${body.data.id}`, [file('photo', gif()), text('amount', 'x')]))
        .status,
    ).toBe(422);
    depot.script.hooks = { updated: () => Promise.reject(new Error('no')) };
    expect((await depot.form(`pieces/${body.data.id}`, [file('photo', gif())])).status).toBe(500);
    expect(
      (await depot.form(`pieces/${body.data.id}`, [file('photo', gif())], 'other')).status,
    ).toBe(403);
    expect((await depot.form('pieces/nothing', [file('photo', gif())])).status).toBe(404);
    expect([files(), (await depot.fetch(photoOf(body))).status]).toEqual([before, 200]);
  });

  it('is the only body of POST there, and is rejected by PUT and PATCH (C4.1)', async () => {
    const { body } = await store();
    const path = `pieces/${body.data.id}`;
    expect((await depot.send('POST', path, { title: 'Urn' })).status).toBe(415);
    expect((await depot.send('POST', path)).status).toBe(400);
    const { payload, headers } = form(text('title', 'Urn'), file('photo'));
    for (const method of ['PUT', 'PATCH'] as const)
      expect((await depot.raw(method, path, payload, headers)).status).toBe(415);
    expect((await depot.send<RecordBody>('GET', path)).body).toEqual(body);
  });
});

describe('an image in a JSON body', () => {
  it('is removed by null, with its file (C10.1)', async () => {
    const { body } = await store(file('photo'));
    const response = await depot.send<RecordBody>('PATCH', `pieces/${body.data.id}`, {
      photo: null,
    });
    expect([response.status, response.body.data.attributes.photo]).toEqual([200, null]);
    expect(files()).not.toContain(fileOf(photoOf(body)));
  });

  it('stays unchanged if the body repeats its path (C10.1)', async () => {
    const { body } = await store(file('photo'));
    const path = `pieces/${body.data.id}`;
    const response = await depot.send<RecordBody>('PUT', path, {
      ...body.data.attributes,
      title: 'Urn',
    });
    expect([response.status, response.body.data.attributes]).toMatchObject([
      200,
      { title: 'Urn', photo: photoOf(body) },
    ]);
    expect((await depot.fetch(photoOf(body))).status).toBe(200);
  });

  it("is neither another record's, nor any other value (C10.1)", async () => {
    const [one, other] = [(await store(file('photo'))).body, (await store(file('photo'))).body];
    for (const photo of [
      photoOf(other),
      `${photoOf(one)}?`,
      '',
      'x',
      5,
      {},
      ['x'],
      png().toString('base64'),
    ]) {
      const response = await depot.send<RefusalBody>('PATCH', `pieces/${one.data.id}`, { photo });
      expect([photo, response.status, Object.keys(response.body.errors ?? {})]).toEqual([
        photo,
        422,
        ['photo'],
      ]);
    }
    expect((await depot.fetch(photoOf(one))).status).toBe(200);
  });
});

describe('the files of a record that is deleted', () => {
  const shelfWith = async (code: string) => {
    const shelf = await depot.form<RecordBody>('shelves', [
      ...texts({ code, label: code }),
      file('plan'),
    ]);
    const stuck = { text: 'x', stuck_type: 'shelves', stuck_id: code };
    const stickers = [
      await depot.form<RecordBody>('stickers', [...texts(stuck), file('picture')]),
      await depot.form<RecordBody>('stickers', [...texts(stuck), file('picture', gif())]),
    ];
    return [
      shelf.body.data.attributes.plan,
      ...stickers.map(({ body }) => body.data.attributes.picture),
    ].map(String);
  };

  it('are deleted with it and its morph children, and no others (C4.5, C10.3)', async () => {
    const [going, staying] = [await shelfWith('going'), await shelfWith('staying')];
    expect(going[0]).toMatch(/^\/storage\/shelves\/going\/[\w-]{22}\/plan\.png$/);
    expect((await depot.send('DELETE', 'shelves/going')).status).toBe(204);
    for (const path of going) expect((await depot.fetch(path)).status).toBe(404);
    for (const path of staying) expect((await depot.fetch(path)).status).toBe(200);
    expect(await depot.count('stickers', `stuck_id = 'going'`)).toBe(0);
  });

  it('are in the log with their previous paths, each record in its own row (C4.5, C8.3)', async () => {
    await shelfWith('logged');
    await depot.send('DELETE', 'shelves/logged');
    const rows = await depot.database.query(
      `select actionable_type, original from action_logs where name = 'Deleted' order by id`,
    );
    const logged = rows.filter(([, original]) => String(original).includes('logged'));
    expect(logged.map(([type]) => type)).toEqual(['shelves', 'stickers', 'stickers']);
  });

  it('stay if the delete is rejected, and for a soft-deleted record (C4.5)', async () => {
    const held = await shelfWith('held');
    const { body } = await store(text('shelf_code', 'held'), file('photo'));
    expect((await depot.send('DELETE', 'shelves/held')).status).toBe(409);
    expect((await depot.send('DELETE', `pieces/${body.data.id}`)).status).toBe(204);
    for (const path of [...held, photoOf(body)]) expect((await depot.fetch(path)).status).toBe(200);
    expect(await depot.count('stickers', `stuck_id = 'held'`)).toBe(2);
  });
});

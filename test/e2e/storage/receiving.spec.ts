import { defaultLimits } from '../../../src/options/limits.js';
import { form, type FormPart } from '../../support/forms.js';
import { animatedPng, gif, jpeg, padded, png, webp } from '../../support/images.js';
import { FilesApp } from './files-app.js';

describe('a form', () => {
  let files: FilesApp;
  beforeAll(async () => {
    files = await FilesApp.start({ limits: { bodyBytes: 1000, multipartBytes: 6 * 1024 * 1024 } });
  });
  afterAll(() => files.close());
  afterEach(() => expect(files.stored()).toEqual([]));

  const image = (content: Buffer, more: Partial<FormPart> = {}) =>
    form({ name: 'avatar', filename: 'a.bin', content, ...more });

  /** What was found in a file. */
  const inspect = async (content: Buffer, more: Partial<FormPart> = {}) =>
    (await files.send(image(content, more))).json().files.avatar;

  it('has its strings and its files by their names (C4.1)', async () => {
    const response = await files.send(
      form(
        { name: 'name', content: 'Zoë' },
        { name: 'avatar', filename: 'x', content: png() },
        { name: 'age' },
      ),
    );
    expect([response.statusCode, response.json()]).toEqual([
      201,
      {
        fields: { name: 'Zoë', age: '' },
        files: {
          avatar: {
            size: png().length,
            type: { extension: 'png', mime: 'image/png' },
            dimensions: { width: 4, height: 3 },
          },
        },
      },
    ]);
  });

  it.each([
    ['jpg', 'image/jpeg', jpeg],
    ['png', 'image/png', png],
    ['png', 'image/png', animatedPng],
    ['gif', 'image/gif', gif],
    ['webp', 'image/webp', webp],
  ] as const)(
    'identifies %s by its content, and its pixels by its header (C10.1, C12)',
    async (extension, mime, make) => {
      const found = await inspect(make(8192, 8193), { filename: 'page.html', type: 'text/html' });
      expect(found).toMatchObject({
        type: { extension, mime },
        dimensions: { width: 8192, height: 8193 },
      });
    },
  );

  it.each([
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'image/svg+xml', 'a.svg'],
    ['SVG with a declaration', Buffer.from('<?xml version="1.0"?><svg/>'), 'image/png', 'a.png'],
    [
      'HTML with the type of a PNG',
      Buffer.from('<html><script>1</script></html>'),
      'image/png',
      'a.png',
    ],
    [
      'an image after other text',
      Buffer.concat([Buffer.from('<!--'), png()]),
      'image/png',
      'a.png',
    ],
    ['an empty body', Buffer.alloc(0), 'image/png', 'a.png'],
    ['a PDF', Buffer.from('%PDF-1.7\n'), 'image/png', 'a.png'],
  ])(
    'does not treat %s as an image, with any name and type (C10.1)',
    async (_what, content, type, filename) => {
      const found = await inspect(content, { type, filename });
      expect([found.size, found.dimensions]).toEqual([content.length, null]);
      expect(found.type?.mime ?? 'unknown').not.toMatch(/^image\/(png|jpeg|gif|webp)$/);
    },
  );

  it.each([
    ['a PNG that ends in its header', png().subarray(0, 20)],
    ['a JPEG that ends before its size', jpeg().subarray(0, 24)],
    ['a JPEG that points past its end', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0, 0])],
    ['a WebP that ends in its header', webp().subarray(0, 22)],
    ['a GIF of three letters', Buffer.from('GIF<script>')],
    ['a GIF without a width', gif(0, 3)],
  ])('has no size for %s, and does not fail (C12)', async (_what, content) => {
    expect((await inspect(content)).dimensions).toBeNull();
  });

  it('has the size of a JPEG, even after 900 KB of profiles (C12)', async () => {
    expect((await inspect(jpeg(5, 6, 900_000))).dimensions).toEqual({ width: 5, height: 6 });
  });

  it('may have a file of its limit, and marks one with a byte more for rejection under its field (C12)', async () => {
    const { uploadBytes } = defaultLimits;
    expect((await inspect(padded(png(), uploadBytes))).size).toBe(uploadBytes);
    const larger = await inspect(padded(png(), uploadBytes + 1));
    expect([larger.size, larger.type.mime]).toEqual([uploadBytes + 1, 'image/png']);
  });

  it('may have as many bytes as its limit; one more is 413 (C10.1)', async () => {
    const { multipartBytes } = { multipartBytes: 6 * 1024 * 1024 };
    const overhead = image(Buffer.alloc(0)).payload.length;
    expect((await files.send(image(Buffer.alloc(multipartBytes - overhead)))).statusCode).toBe(201);
    const response = await files.send(image(Buffer.alloc(multipartBytes - overhead + 1)));
    expect([response.statusCode, response.json().code]).toEqual([413, 'payload_too_large']);
  });

  it('may have as many bytes in all strings as a body; one more is 413 (C12)', async () => {
    const texts = (last: number) =>
      form({ name: 'a', content: 'x'.repeat(500) }, { name: 'b', content: 'x'.repeat(last) });
    expect((await files.send(texts(500))).statusCode).toBe(201);
    expect((await files.send(texts(501))).statusCode).toBe(413);
  });

  const many = (count: number) =>
    Array.from({ length: count }, (_each, at) => ({ name: `f${at}`, content: '1' }));

  it('may have 100 parts; 101 are 400 (C12)', async () => {
    expect((await files.send(form(...many(100)))).statusCode).toBe(201);
    const response = await files.send(form(...many(101)));
    expect([response.statusCode, response.json().message]).toEqual([
      400,
      'The form is malformed. It has more than 100 parts.',
    ]);
  });

  const end = Buffer.from('--form-boundary--\r\n');
  const whole = image(png());

  it.each<[string, ReturnType<typeof form>, string]>([
    ['a field twice', form({ name: 'a' }, { name: 'a' }), 'It has two parts named "a".'],
    [
      'a file twice',
      form({ name: 'a', filename: 'x' }, { name: 'a' }),
      'It has two parts named "a".',
    ],
    ['a part without a name', form({ content: 'x' }), 'A part has no name.'],
    ['a part of the empty name', form({ name: '' }), 'A part has no name.'],
    [
      'a name of 201 bytes',
      form({ name: 'n'.repeat(201) }),
      'The name of a part is longer than 200 bytes.',
    ],
    [
      'a name of 100 KB',
      form({ name: 'n'.repeat(100_000) }),
      'The name of a part is longer than 200 bytes.',
    ],
    [
      'a string that is not UTF-8',
      form({ name: 'a', content: Buffer.from([0xc3, 0x28]) }),
      'The part "a" is not UTF-8 text.',
    ],
    [
      'the name __proto__',
      form({ name: '__proto__', content: '1' }),
      'A part is named "__proto__".',
    ],
    [
      'a file of the name __proto__ among others',
      form({ name: 'a' }, { name: '__proto__', filename: 'x', content: png() }, { name: 'b' }),
      'A part is named "__proto__".',
    ],
    [
      'an early end after a part of the name constructor',
      {
        ...whole,
        payload: form({ name: 'constructor', content: 'x' }).payload.subarray(0, -end.length),
      },
      'It ended early, or its boundary does not separate its parts.',
    ],
    [
      '101 parts of the name constructor',
      form(...Array.from({ length: 101 }, () => ({ name: 'constructor' }))),
      'It has more than 100 parts.',
    ],
    [
      'an end in the middle of a file',
      { ...whole, payload: whole.payload.subarray(0, -30) },
      'It ended early, or its boundary does not separate its parts.',
    ],
    ['an empty body', { ...whole, payload: Buffer.alloc(0) }, 'It is empty.'],
    ...[
      ['of an attachment', 'Content-Disposition: attachment; name="a"\r\n'],
      ['without disposition', 'Content-Type: text/plain\r\n'],
      ['without a head', ''],
      [
        'of a name on two lines',
        'Content-Disposition: form-data; name="a%0Ab"\r\n'.replace('%0A', '\n'),
      ],
    ].map(([what, head]): [string, ReturnType<typeof form>, string] => [
      `a part ${what} between others`,
      {
        ...whole,
        payload: Buffer.concat([
          form({ name: 'a' }).payload.subarray(0, -end.length),
          Buffer.from(`--form-boundary\r\n${head}\r\nx\r\n`),
          form({ name: 'b' }).payload,
        ]),
      },
      'The Content-Disposition of a part is not form-data with a name.',
    ]),
    [
      'a type without a boundary',
      { ...whole, headers: { 'content-type': 'multipart/form-data' } },
      'Its Content-Type has no boundary.',
    ],
    [
      'a boundary beyond all bounds',
      { ...whole, headers: { 'content-type': `multipart/form-data; boundary=${'b'.repeat(300)}` } },
      'Its boundary is longer than 70 characters.',
    ],
    [
      'another boundary than in its type',
      { ...whole, headers: { 'content-type': 'multipart/form-data; boundary=other' } },
      'It ended early, or its boundary does not separate its parts.',
    ],
  ])('is rejected with 400 and a reason for %s (C9)', async (_what, body, text) => {
    const response = await files.send(body);
    const message = `The form is malformed. ${text}`;
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { message, code: 'malformed_request', errors: { body: [message] } },
    ]);
  });

  it.each(['constructor', 'toString', 'hasOwnProperty', 'valueOf', '__defineGetter__'])(
    'ignores a part of the name %s in any position, as in JSON (C4.2)',
    async (name) => {
      const a = { name: 'a', content: '1' };
      const b = { name: 'b', content: '2' };
      const ignored = [
        { name, content: 'x' },
        { name, filename: 'x.png', content: png() },
      ];
      for (const parts of [
        [...ignored, a, b],
        [a, ...ignored, b],
        [a, b, ...ignored],
      ]) {
        const response = await files.send(form(...parts));
        expect([response.statusCode, response.json()]).toEqual([
          201,
          { fields: { a: '1', b: '2' }, files: {} },
        ]);
      }
    },
  );

  it('has no parts if it consists of its end (C4.2)', async () => {
    const response = await files.send({ ...whole, payload: end });
    expect([response.statusCode, response.json()]).toEqual([201, { fields: {}, files: {} }]);
  });

  it('has no part before the first boundary or after its end (C4.1)', async () => {
    const payload = Buffer.concat([
      Buffer.from('before\r\n'),
      form({ name: 'a' }).payload,
      Buffer.from('--form-boundary'),
    ]);
    const response = await files.send({ ...whole, payload });
    expect([response.statusCode, response.json().fields]).toEqual([201, { a: '' }]);
  });

  it('treats a file input without a chosen file as absent (C4.2)', async () => {
    const response = await files.send(
      form({ name: 'avatar', filename: '', type: 'application/octet-stream' }),
    );
    expect(response.json()).toEqual({ fields: {}, files: {} });
  });

  it('treats a part of type JSON as a string like any other (C4.1)', async () => {
    const content = '{"__proto__": 12345678901234567890';
    const response = await files.send(
      form({ name: 'preferences', type: 'application/json', content }),
    );
    expect(response.json().fields).toEqual({ preferences: content });
  });

  it('is not read from a caller without a token (C2.1)', async () => {
    const response = await files.send(whole, 'form', { authorization: 'Bearer wrong' });
    expect([response.statusCode, response.json().code]).toEqual([401, 'unauthenticated']);
  });

  it.each([
    ['PUT', '/probe/form'],
    ['POST', '/api/login'],
    ['POST', '/api/logout'],
    ['PATCH', '/api/posts/1'],
    ['POST', '/api/posts/1/attach/tags'],
    ['POST', '/nowhere'],
  ] as const)(
    'is not accepted by %s %s: 415, before the token is checked (C4.1, C4.3)',
    async (method, url) => {
      const response = await files.app.inject({ method, url, ...whole });
      expect([response.statusCode, response.json().code]).toEqual([415, 'unsupported_media_type']);
    },
  );

  it('is accepted beside JSON where both are allowed, and JSON is rejected where only forms are (C4.1)', async () => {
    const json = {
      headers: { 'content-type': 'application/json' } as never,
      payload: Buffer.from('{"a":1}'),
    };
    expect((await files.send(json)).json()).toEqual({ json: { a: 1 } });
    expect((await files.send(json, 'only')).statusCode).toBe(415);
    expect((await files.send(whole, 'only')).statusCode).toBe(201);
  });

  it('is 413 before the token is checked if its length exceeds the limit (C4.3)', async () => {
    const headers = { ...whole.headers, 'content-length': String(7 * 1024 * 1024) };
    const response = await files.app.inject({
      method: 'POST',
      url: '/probe/form',
      headers,
      payload: whole.payload,
    });
    expect(response.statusCode).toBe(413);
  });
});

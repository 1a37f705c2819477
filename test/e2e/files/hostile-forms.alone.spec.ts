import { countSteps } from '../../support/count-steps.js';
import { form } from '../../support/forms.js';
import { FilesApp } from './files-app.js';

describe('a form', () => {
  let files: FilesApp;
  beforeAll(async () => {
    files = await FilesApp.start({ limits: { bodyBytes: 1000, multipartBytes: 6 * 1024 * 1024 } });
  });
  afterAll(() => files.close());

  /** What was found in a file. */
  const inspect = async (content: Buffer) =>
    (await files.send(form({ name: 'avatar', filename: 'a.bin', content }))).json().files.avatar;

  const start = [0xff, 0xd8, 0xff, 0xe0, 0, 2];

  it.each([
    ['zeros', Buffer.from([0])],
    ['fill bytes', Buffer.from([0xff])],
    ['segments without content', Buffer.from([0xff, 0xe1, 0, 2])],
    ['segments without length', Buffer.from([0xff, 0xe1, 0, 0])],
    ['profiles within a profile', Buffer.from('\xff\xe1\x00\x0aExif\0\0MM', 'latin1')],
  ])('reads a header made of %s, to be searched for long, in time (C12)', async (_what, filler) => {
    const hostile = Buffer.concat([Buffer.from(start), Buffer.alloc(5_000_000, filler)]);
    const found: unknown[] = [];
    const stepsOf = (content: Buffer) =>
      countSteps(
        async () => found.push((await inspect(content)).dimensions),
        ...['src', 'node_modules/image-size', 'node_modules/file-type'],
      );
    await stepsOf(hostile);
    const [part, whole] = [await stepsOf(hostile.subarray(0, 625_000)), await stepsOf(hostile)];
    expect(whole / part).toBeLessThan(10);
    expect(found).toEqual([null, null, null]);
  });

  it('is read in time with strings that repeat the boundary, made to be compared at length (C9)', async () => {
    const headers = { 'content-type': `multipart/form-data; boundary=${'a'.repeat(69)}b` };
    const stepsOf = (length: number) =>
      countSteps(
        async () => {
          const payload = Buffer.alloc(length, `\r\n--${'a'.repeat(69)}`);
          expect((await files.send({ payload, headers })).statusCode).toBe(400);
        },
        ...['src', 'node_modules/@fastify/busboy'],
      );
    await stepsOf(1000);
    const [part, whole] = [await stepsOf(640_000), await stepsOf(8 * 640_000)];
    expect(whole / part).toBeLessThan(10);
  });
});

import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { form } from '../../support/forms.js';
import { padded, png } from '../../support/images.js';
import { jsonOf, listen, send, statusOf } from '../http/raw.js';
import { FilesApp, filesIn } from './files-app.js';

const MEGABYTE = 1024 * 1024;

const seconds = (count: number) => new Promise((resolve) => setTimeout(resolve, count * 1000));

/** What a descriptor of this process is of; `''` when it was closed meanwhile. */
function pathOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}

describe('callers who leave while they send a form', () => {
  let files: FilesApp;
  let port: number;
  beforeAll(async () => {
    files = await FilesApp.start({
      limits: { multipartBytes: 2 * MEGABYTE, headersTimeout: 1000, requestTimeout: 1500 },
    });
    port = await listen(files);
  });
  afterAll(() => files.close());

  const image = form({ name: 'avatar', filename: 'a.png', content: padded(png(), 200_000) });

  const headOf = (...headers: string[]) =>
    [
      'POST /probe/avatar/4 HTTP/1.1',
      'Host: x',
      `Authorization: ${files.signedIn.authorization}`,
      `Content-Type: ${image.headers['content-type']}`,
      ...headers,
      '',
      '',
    ].join('\r\n');

  const open = () =>
    new Promise<Socket>((resolve) =>
      connect(port, '127.0.0.1', function (this: Socket) {
        resolve(this);
      }),
    );
  const ended = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));
  const incoming = () =>
    existsSync(join(files.folder, '.incoming')) ? readdirSync(join(files.folder, '.incoming')) : [];

  const openFiles = () =>
    readdirSync('/proc/self/fd')
      .map(pathOf)
      .filter((path) => path.startsWith(files.folder));
  const connections = () =>
    new Promise<number>((resolve) =>
      files.app.getHttpServer().getConnections((_error: unknown, count: number) => resolve(count)),
    );

  /**
   * No form that waits, no file that is open, no connection: at last, since nobody tells that a
   * request has ended.
   */
  async function nothingIsLeft(): Promise<void> {
    const left = async () => [
      ...incoming(),
      ...openFiles(),
      ...Array<string>(await connections()).fill('connection'),
    ];
    for (let turn = 0; turn < 100 && (await left()).length > 0; turn++) await seconds(0.05);
    expect([await left(), filesIn(files.folder)]).toEqual([[], []]);
  }

  /** Gives how many forms were waiting on the disk when the caller left. */
  async function leave(share: number): Promise<number> {
    const socket = await open();
    const head = headOf(`Content-Length: ${image.payload.length}`);
    socket.write(
      Buffer.concat([Buffer.from(head), image.payload.subarray(0, image.payload.length * share)]),
    );
    await seconds(0.05);
    const waiting = incoming().length;
    socket.destroy();
    await ended(socket);
    return waiting;
  }

  const chunk = (content: Buffer) =>
    Buffer.concat([
      Buffer.from(`${content.length.toString(16)}\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);

  it('threats: an upload cut at half, 200 times, leaves no file and no descriptor', async () => {
    const waiting: number[] = [];
    for (let turn = 0; turn < 20; turn++)
      waiting.push(...(await Promise.all(Array.from({ length: 10 }, () => leave(0.5)))));
    await nothingIsLeft();
    expect(waiting.filter((count) => count > 0).length).toBeGreaterThan(50);
    expect((await files.send(image)).statusCode).toBe(201);
  });

  it.each([0, 0.001, 0.01, 0.99])(
    'threats: an upload cut after %d of it leaves nothing',
    async (share) => {
      await leave(share);
      await nothingIsLeft();
    },
  );

  it('C12: an upload that does not arrive within its time is cut, and leaves nothing', async () => {
    const answer = await send(
      port,
      headOf('Content-Length: 300000'),
      image.payload.subarray(0, 100_000),
    );
    expect(statusOf(answer)).toBe(408);
    await nothingIsLeft();
  });

  const head = () => headOf('Transfer-Encoding: chunked', 'Connection: close');
  const start = image.payload.subarray(0, 1000);

  it.each([
    ['in a file', [start]],
    ['before its first part', []],
    ['behind its last part', [image.payload]],
    [
      'in the head of a part',
      [Buffer.from('--form-boundary\r\nContent-Disposition: form-data; name="a')],
    ],
  ])(
    'C10.1: a form of no declared length is 413 once it is over its limit %s, and leaves nothing',
    async (_where, pieces) => {
      const more = Array.from({ length: 40 }, () => Buffer.alloc(MEGABYTE / 16, 'x'));
      const answer = await send(port, head(), ...[...pieces, ...more].map(chunk), '0\r\n\r\n');
      expect([statusOf(answer), jsonOf(answer)]).toMatchObject([
        413,
        { code: 'payload_too_large' },
      ]);
      await nothingIsLeft();
    },
  );

  it('C2.1: of a caller whom a guard refuses nothing is written', async () => {
    const refused = head().replace('Bearer ', 'Bearer x');
    const answer = await send(port, refused, chunk(image.payload), '0\r\n\r\n');
    expect([statusOf(answer), filesIn(files.folder)]).toEqual([401, []]);
  });

  it('C9: after a refusal the connection takes another request', async () => {
    const twice = form(
      { name: 'a' },
      { name: 'a' },
      { name: 'b', filename: 'b', content: Buffer.alloc(500_000) },
    );
    const upload = headOf(`Content-Length: ${twice.payload.length}`);
    const answer = await send(
      port,
      upload,
      twice.payload,
      'GET /storage/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 404']);
  });
});

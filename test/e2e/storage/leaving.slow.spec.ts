import { existsSync, readdirSync, readlinkSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { form } from '../../support/forms.js';
import { padded, png } from '../../support/images.js';
import { jsonOf, listen, send, statusOf } from '../http/raw.js';
import { FilesApp, filesIn } from './files-app.js';

const MEGABYTE = 1024 * 1024;

/** What a descriptor of this process refers to; `''` if it was closed meanwhile. */
function pathOf(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}

describe('clients that disconnect while they send a form', () => {
  let files: FilesApp;
  let port: number;
  beforeAll(async () => {
    files = await FilesApp.start({ limits: { multipartBytes: 2 * MEGABYTE } });
    port = await listen(files);
  });
  afterAll(() => files.close());

  const image = form({ name: 'avatar', filename: 'a.png', content: padded(png(), 200_000) });

  const headOf = (...headers: string[]) => headFor(files, ...headers);
  const headFor = ({ signedIn }: FilesApp, ...headers: string[]) =>
    [
      'POST /probe/avatar/4 HTTP/1.1',
      'Host: x',
      `Authorization: ${signedIn.authorization}`,
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
  const incoming = ({ folder } = files) =>
    existsSync(join(folder, '.incoming')) ? readdirSync(join(folder, '.incoming')) : [];

  const openFiles = ({ folder }: FilesApp) =>
    readdirSync('/proc/self/fd')
      .map(pathOf)
      .filter((path) => path.startsWith(folder));
  const connections = ({ app } = files) =>
    new Promise<number>((resolve) =>
      app.getHttpServer().getConnections((_error: unknown, count: number) => resolve(count)),
    );

  /**
   * Waits until no form, open file or connection is left, since nothing reports the end of a
   * request.
   */
  async function expectNothingLeft(of = files): Promise<void> {
    while (incoming(of).length + openFiles(of).length + (await connections(of)) > 0)
      await pause(50);
    expect(filesIn(of.folder)).toEqual([]);
  }

  /**
   * Disconnects once a form waits on the disk, or, if it is too small for that, once it is
   * connected.
   */
  async function leave(share: number): Promise<void> {
    const socket = await open();
    const head = headOf(`Content-Length: ${image.payload.length}`);
    socket.write(
      Buffer.concat([Buffer.from(head), image.payload.subarray(0, image.payload.length * share)]),
    );
    const hasArrived = async () =>
      share < 0.01 ? (await connections()) > 0 : incoming().length > 0;
    while (!(await hasArrived())) await pause(5);
    socket.destroy();
    await ended(socket);
  }

  const chunk = (content: Buffer) =>
    Buffer.concat([
      Buffer.from(`${content.length.toString(16)}\r\n`),
      content,
      Buffer.from('\r\n'),
    ]);

  it('leave no file and no descriptor after 200 uploads cut at half (threats)', async () => {
    for (let turn = 0; turn < 20; turn++)
      await Promise.all(Array.from({ length: 10 }, () => leave(0.5)));
    await expectNothingLeft();
    expect((await files.send(image)).statusCode).toBe(201);
  });

  it.each([0, 0.001, 0.01, 0.99])(
    'leave nothing after an upload cut at %d of it (threats)',
    async (share) => {
      await leave(share);
      await expectNothingLeft();
    },
  );

  it('leave nothing if an upload exceeds its time, and are disconnected (C12)', async () => {
    const hasty = await FilesApp.start({ limits: { headersTimeout: 1000, requestTimeout: 1500 } });
    try {
      const head = headFor(hasty, 'Content-Length: 300000');
      const response = await send(await listen(hasty), head, image.payload.subarray(0, 100_000));
      expect(statusOf(response)).toBe(408);
      await expectNothingLeft(hasty);
    } finally {
      await hasty.close();
    }
  });

  const head = () => headOf('Transfer-Encoding: chunked', 'Connection: close');
  const start = image.payload.subarray(0, 1000);

  it.each([
    ['in a file', [start]],
    ['before its first part', []],
    ['after its last part', [image.payload]],
    [
      'in the head of a part',
      [Buffer.from('--form-boundary\r\nContent-Disposition: form-data; name="a')],
    ],
  ])(
    'get 413 for a form without a length that exceeds its limit %s, and leave nothing (C10.1)',
    async (_where, pieces) => {
      const more = Array.from({ length: 40 }, () => Buffer.alloc(MEGABYTE / 16, 'x'));
      const response = await send(port, head(), ...[...pieces, ...more].map(chunk), '0\r\n\r\n');
      expect([statusOf(response), jsonOf(response)]).toMatchObject([
        413,
        { code: 'payload_too_large' },
      ]);
      await expectNothingLeft();
    },
  );

  it('write nothing if a guard refuses them (C2.1)', async () => {
    const refused = head().replace('Bearer ', 'Bearer x');
    const response = await send(port, refused, chunk(image.payload), '0\r\n\r\n');
    expect([statusOf(response), filesIn(files.folder)]).toEqual([401, []]);
  });

  it('can send another request over the connection after a refusal (C9)', async () => {
    const twice = form(
      { name: 'a' },
      { name: 'a' },
      { name: 'b', filename: 'b', content: Buffer.alloc(500_000) },
    );
    const upload = headOf(`Content-Length: ${twice.payload.length}`);
    const response = await send(
      port,
      upload,
      twice.payload,
      'GET /storage/x HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    );
    expect(response.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 400', 'HTTP/1.1 404']);
  });
});

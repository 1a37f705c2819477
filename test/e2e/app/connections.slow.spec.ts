import { Controller, Get, Module, Res } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply } from 'fastify';
import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { deployment } from '../../../demo/deployment.js';
import { createApplication, Public } from '../../../src/index.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';

/** More than the system buffers for a client that does not read. */
const LARGE = 32 * 1024 * 1024;
/** Milliseconds: far more than a request takes whose client is not slow. */
const headersTimeout = 5_000;
const requestTimeout = 5_000;

@Public()
@Controller('large')
class LargeController {
  @Get()
  show(@Res() reply: FastifyReply): void {
    void reply.send(Buffer.alloc(LARGE));
  }

  /** Stays silent for longer than a client may. */
  @Get('late')
  async late(@Res() reply: FastifyReply): Promise<void> {
    await pause(requestTimeout * 2.5);
    void reply.send('late');
  }
}

@Module({ controllers: [LargeController] })
class LargeModule {}

let demo: DemoApp;
let app: NestFastifyApplication;
let port: number;
beforeAll(async () => {
  demo = await startDemo();
  const places = { DATABASE_URL: demo.url, STORAGE_PATH: demo.storage, LOG_LEVEL: 'silent' };
  const { options, modules } = deployment(readEnvironment(places));
  const limits = { headersTimeout, requestTimeout };
  app = await createApplication({
    options: { ...options, limits },
    modules: [...modules, LargeModule],
  });
  validateAgainstDocument(app);
  await app.listen(0, '127.0.0.1');
  port = (app.getHttpServer().address() as AddressInfo).port;
});
afterAll(async () => {
  await app.close();
  await demo.close();
});

async function open(text = ''): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined);
  await once(socket, 'connect');
  if (text !== '') socket.write(text);
  return socket;
}

const connections = () =>
  new Promise<number>((resolve, reject) =>
    app.getHttpServer().getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );

const untilLeft = async (count: number) => {
  while ((await connections()) > count) await pause(20);
};

const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`;

describe('Connections of slow clients', () => {
  it('are cut if they are silent or send half a request, and 500 of them block no responses (C12, threats)', async () => {
    const before = await connections();
    const silent = Array.from({ length: 250 }, () => open());
    const halves = Array.from({ length: 250 }, () =>
      open('GET /health/live HTTP/1.1\r\nHost: x\r\nX-Half:'),
    );
    const sockets = await Promise.all([...silent, ...halves]);
    const headers = { authorization: `Bearer ${await demo.tokenOf('admin')}`, connection: 'close' };
    for (let round = 0; round < 5; round++)
      expect((await fetch(`http://127.0.0.1:${port}/api/users/1`, { headers })).status).toBe(200);
    await untilLeft(before);
    for (const socket of sockets) socket.destroy();
  });

  it('are cut if a body is sent byte by byte (C12, threats)', async () => {
    const head =
      'POST /api/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n';
    const socket = await open(head);
    const dripping = setInterval(() => socket.write(' '), 50);
    socket.resume();
    await once(socket, 'close');
    clearInterval(dripping);
    expect(socket.bytesWritten).toBeLessThan(head.length + 100_000);
  });

  it('are cut if a response is not read, and nothing of it is kept (threats)', async () => {
    const before = await connections();
    const socket = await open(request('/large'));
    socket.pause();
    while ((await connections()) === before);
    await untilLeft(before);
    socket.destroy();
  });

  it('receive a response completely if it is read slowly (threats)', async () => {
    const socket = await open(request('/large'));
    let received = 0;
    socket.on('data', (part: Buffer) => (received += part.length));
    // For longer than a request may take.
    for (let waited = 0; waited < requestTimeout * 2.5; waited += 20) {
      socket.pause();
      await pause(20);
      socket.resume();
      await pause(1);
      if (received > LARGE / 2) socket.pause();
    }
    socket.resume();
    while (received < LARGE && !socket.destroyed) await pause(20);
    expect(received).toBeGreaterThan(LARGE);
    socket.destroy();
  });

  it('receive a response that takes longer than that (C12)', async () => {
    const response = await fetch(`http://127.0.0.1:${port}/large/late`, {
      headers: { connection: 'close' },
    });
    expect([response.status, await response.text()]).toEqual([200, 'late']);
  });
});

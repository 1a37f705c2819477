import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** What happens to the bytes that a side sends. */
export type Fate = 'pass' | 'hold' | 'cut';

/** Decides about the bytes of one connection, after that many were sent before. */
export type Fault = (chunk: Buffer, before: number) => Fate;

const pass: Fault = () => 'pass';

/** A network between the service and a server, which a test can slow down and cut. */
export class FaultyNetwork {
  /** Decides about requests. */
  requests: Fault = pass;
  /** Decides about responses. */
  responses: Fault = pass;
  private readonly connections = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private readonly target: number,
  ) {
    server.on('connection', (client: Socket) => this.join(client));
  }

  /** @param endpoint the URL of the server */
  static async to(endpoint: string): Promise<FaultyNetwork> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new FaultyNetwork(server, Number(new URL(endpoint).port));
  }

  get endpoint(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Lets every byte pass again. */
  heal(): void {
    this.requests = pass;
    this.responses = pass;
  }

  /** Resolves when the service has closed one of its connections. */
  async untilClosed(): Promise<void> {
    // `once` of Node would reject on an error, which is a way to close.
    await new Promise<void>((resolve) => {
      for (const client of this.connections) client.once('close', () => resolve());
    });
  }

  async close(): Promise<void> {
    const closed = once(this.server, 'close');
    this.server.close();
    for (const client of this.connections) client.destroy();
    await closed;
  }

  private join(client: Socket): void {
    this.connections.add(client);
    const server = connect(this.target, '127.0.0.1');
    const end = () => {
      this.connections.delete(client);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) socket.on('close', end).on('error', end);
    relay(client, server, (...sent) => this.requests(...sent), end);
    relay(server, client, (...sent) => this.responses(...sent), end);
  }
}

function relay(from: Socket, to: Socket, fault: Fault, end: () => void): void {
  let before = 0;
  from.on('data', (chunk: Buffer) => {
    const fate = fault(chunk, before);
    before += chunk.length;
    if (fate === 'cut') end();
    if (fate !== 'pass') return;
    if (!to.write(chunk)) {
      from.pause();
      to.once('drain', () => from.resume());
    }
  });
}

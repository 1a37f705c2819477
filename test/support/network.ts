import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A network between the service and its database that a test can cut, freeze and remove. */
export class Network {
  private readonly sockets = new Set<Socket>();
  private readonly server: Server;
  private isFrozen = false;
  /** How many connections were opened through it. */
  joined = 0;
  /** How often the service sent something after the database had responded, on any connection. */
  roundTrips = 0;
  private hasResponded = true;

  private constructor(private readonly target: URL) {
    this.server = createServer((near) => this.join(near));
  }

  /** @param url of the database behind it */
  static async before(url: string): Promise<Network> {
    const network = new Network(new URL(url));
    await network.listen(0);
    return network;
  }

  /** The address of the database through this network. */
  get url(): string {
    const near = new URL(this.target);
    near.hostname = '127.0.0.1';
    near.port = String(this.port);
    return near.href;
  }

  /** Ends every connection; new ones are accepted. */
  cut(): void {
    for (const socket of this.sockets) socket.destroy();
  }

  /** Ends every connection, and refuses new ones. */
  async refuse(): Promise<void> {
    const { port } = this;
    this.cut();
    this.server.close();
    await once(this.server, 'close');
    this.closedPort = port;
  }

  /** Accepts connections again, at the same address. */
  restore(): Promise<void> {
    return this.listen(this.closedPort!);
  }

  /** Drops everything silently from now on. */
  freeze(): void {
    this.isFrozen = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** Lets everything through that has waited, and everything after it. */
  thaw(): void {
    this.isFrozen = false;
    for (const socket of this.sockets) socket.resume();
  }

  close(): void {
    this.cut();
    this.server.close();
  }

  private closedPort: number | undefined;

  private get port(): number {
    return this.closedPort ?? (this.server.address() as AddressInfo).port;
  }

  private async listen(port: number): Promise<void> {
    this.server.listen(port, '127.0.0.1');
    await once(this.server, 'listening');
    this.closedPort = undefined;
  }

  private join(near: Socket): void {
    this.joined += 1;
    const far = connect(Number(this.target.port), this.target.hostname);
    for (const socket of [near, far])
      this.sockets.add(
        socket.on('error', () => undefined).once('close', () => this.sockets.delete(socket)),
      );
    near.on('data', () => this.sent()).pipe(far);
    far.on('data', () => (this.hasResponded = true)).pipe(near);
    if (this.isFrozen) for (const socket of [near, far]) socket.pause();
  }

  private sent(): void {
    if (this.hasResponded) this.roundTrips += 1;
    this.hasResponded = false;
  }
}

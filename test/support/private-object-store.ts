import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { setTimeout as pause } from 'node:timers/promises';
import {
  CreateBucketCommand,
  DeleteBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type GetObjectCommandOutput,
  type PutObjectCommandInput,
} from '@aws-sdk/client-s3';
import { freePort } from './free-port.js';

const run = promisify(execFile);

/** The account of every store. */
export const credentials = {
  accessKeyId: 'resource-api-test',
  secretAccessKey: 'secret-of-the-test-store',
} as const;

/**
 * A Ceph object store of a test's own, in memory: a monitor, a storage daemon, and the S3 gateway,
 * which can be stopped and started again without losing objects. It needs the Debian packages
 * `ceph-mon`, `ceph-osd` and `radosgw`.
 */
export class PrivateObjectStore {
  readonly endpoint: string;
  /** A client with all rights. */
  readonly client: S3Client;
  private daemons: readonly ChildProcess[] = [];
  private gateway: ChildProcess | undefined;

  private constructor(
    private readonly folder: string,
    private readonly port: number,
  ) {
    this.endpoint = `http://127.0.0.1:${port}`;
    this.client = new S3Client({
      endpoint: this.endpoint,
      region: 'us-east-1',
      forcePathStyle: true,
      credentials,
      requestChecksumCalculation: 'WHEN_REQUIRED',
    });
  }

  static async start(): Promise<PrivateObjectStore> {
    const folder = mkdtempSync(join(tmpdir(), 'resource-api-ceph-'));
    const store = new PrivateObjectStore(folder, await freePort());
    try {
      await store.makeCluster();
      await store.startGateway();
    } catch (error) {
      await store.remove();
      throw error;
    }
    return store;
  }

  /** Creates a bucket, and returns its name. */
  async createBucket(): Promise<string> {
    const bucket = `test-${randomBytes(6).toString('hex')}`;
    await this.client.send(new CreateBucketCommand({ Bucket: bucket }));
    return bucket;
  }

  async removeBucket(bucket: string): Promise<void> {
    await this.client.send(new DeleteBucketCommand({ Bucket: bucket }));
  }

  /** Whether the account may do anything. */
  async setAccess(isAllowed: boolean): Promise<void> {
    const change = isAllowed ? 'enable' : 'suspend';
    await this.run('radosgw-admin', '-n', 'client.rgw', 'user', change, '--uid=test');
  }

  /** The keys of all objects in the bucket. */
  async keysIn(bucket: string): Promise<readonly string[]> {
    const keys: string[] = [];
    for await (const page of paginateListObjectsV2({ client: this.client }, { Bucket: bucket }))
      keys.push(...(page.Contents ?? []).map(({ Key }) => Key!));
    return keys;
  }

  get(bucket: string, key: string): Promise<GetObjectCommandOutput> {
    return this.client.send(new GetObjectCommand({ Bucket: bucket, Key: key }));
  }

  async put(object: PutObjectCommandInput): Promise<void> {
    await this.client.send(new PutObjectCommand(object));
  }

  async delete(bucket: string, key: string): Promise<void> {
    await this.client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
  }

  /** Starts the gateway, and resolves when it serves requests. */
  async startGateway(): Promise<void> {
    if (this.gateway) return;
    this.gateway = this.daemon('radosgw', '-n', 'client.rgw');
    await this.untilServing(this.gateway);
  }

  /** Kills the gateway: connections are cut, and new ones refused. */
  async stopGateway(): Promise<void> {
    if (this.gateway) await kill(this.gateway);
    this.gateway = undefined;
  }

  async remove(): Promise<void> {
    this.client.destroy();
    await this.stopGateway();
    for (const daemon of this.daemons) await kill(daemon);
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async makeCluster(): Promise<void> {
    const [fsid, osd] = [randomUUID(), randomUUID()];
    const address = `v2:127.0.0.1:${await freePort()}`;
    for (const name of ['mon', 'osd', 'run']) mkdirSync(join(this.folder, name));
    writeFileSync(this.configuration, this.describe(fsid, address));
    const map = join(this.folder, 'monmap');
    await run('monmaptool', ['--create', '--fsid', fsid, '--addv', 'a', `[${address}]`, map]);
    await this.run('ceph-mon', '-i', 'a', '--mkfs', '--monmap', map);
    const monitor = this.daemon('ceph-mon', '-i', 'a');
    this.daemons = [monitor];
    await this.run('ceph', 'osd', 'new', osd);
    await this.run('ceph-osd', '-i', '0', '--mkfs', '--osd-uuid', osd);
    this.daemons = [this.daemon('ceph-osd', '-i', '0'), monitor];
    const { accessKeyId, secretAccessKey } = credentials;
    const keys = [`--access-key=${accessKeyId}`, `--secret=${secretAccessKey}`];
    const user = ['user', 'create', '--uid=test', '--display-name=test', ...keys];
    await this.run('radosgw-admin', '-n', 'client.rgw', ...user);
  }

  private get configuration(): string {
    return join(this.folder, 'ceph.conf');
  }

  /** One copy in memory, without authentication between the daemons, and without waiting. */
  private describe(fsid: string, monitor: string): string {
    return [
      '[global]',
      `fsid = ${fsid}`,
      `mon host = [${monitor}/0]`,
      'mon initial members = a',
      ...['cluster', 'service', 'client'].map((side) => `auth ${side} required = none`),
      'ms mon client mode = crc',
      'ms bind ipv6 = false',
      'ms bind msgr1 = false',
      'osd pool default size = 1',
      'osd pool default min size = 1',
      'osd pool default pg num = 1',
      'osd pool default pgp num = 1',
      'osd pool default pg autoscale mode = off',
      'osd crush chooseleaf type = 0',
      'mon allow pool size one = true',
      'mon max pg per osd = 1000',
      'mon data avail crit = 0',
      'paxos propose interval = 0.01',
      'paxos min wait = 0.01',
      'osd objectstore = memstore',
      'memstore device bytes = 2147483648',
      `run dir = ${join(this.folder, 'run')}`,
      'admin socket =',
      'pid file =',
      `log file = ${join(this.folder, '$name.log')}`,
      `mon cluster log file = ${join(this.folder, 'cluster.log')}`,
      '[mon.a]',
      `mon data = ${join(this.folder, 'mon')}`,
      `public addr = ${monitor}`,
      '[osd.0]',
      `osd data = ${join(this.folder, 'osd')}`,
      'public addr = 127.0.0.1',
      'cluster addr = 127.0.0.1',
      '[client.rgw]',
      `rgw frontends = beast endpoint=127.0.0.1:${this.port}`,
      'rgw enable apis = s3',
      'rgw thread pool size = 64',
      'rgw dynamic resharding = false',
      '',
    ].join('\n');
  }

  private async run(command: string, ...args: readonly string[]): Promise<void> {
    await run(command, ['-c', this.configuration, ...args], { timeout: 50_000 });
  }

  private daemon(command: string, ...args: readonly string[]): ChildProcess {
    return spawn(command, ['-c', this.configuration, ...args, '-f'], { stdio: 'ignore' });
  }

  private async untilServing(gateway: ChildProcess): Promise<void> {
    while (gateway.exitCode === null) {
      const response = await fetch(this.endpoint).catch(() => undefined);
      if (response) return void (await response.arrayBuffer());
      await pause(50);
    }
    throw new Error(`radosgw ended with ${gateway.exitCode}.`);
  }
}

async function kill(process: ChildProcess): Promise<void> {
  if (process.exitCode !== null || process.signalCode !== null) return;
  const ended = once(process, 'exit');
  process.kill('SIGKILL');
  await ended;
}

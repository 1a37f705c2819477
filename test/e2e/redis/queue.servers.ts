import { Logger } from '@nestjs/common';
import { SharedQueue } from '../../../src/base/shared-queue.js';
import type { RedisQueue, RedisQueueOptions } from '../../../src/addons/redis/redis-queue.js';
import { startDemo } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';
import { PrivateRedis } from '../../support/private-redis.js';
import { TestProcesses } from '../../support/test-processes.js';
import { openQueue } from './open-queue.js';
import { until } from './replicas.js';

/** Milliseconds after which the work of a killed process is found. */
const SHORT = 200;

const processes = new TestProcesses();
const opened: RedisQueue[] = [];
/** Ends the work that a failed test has left. */
const endAll: (() => void)[] = [];
let redis: PrivateRedis;
let lines: string[];
beforeAll(async () => {
  redis = await PrivateRedis.start();
});
beforeEach(async () => {
  await redis.run((client) => client.flushall());
  lines = [];
  for (const level of ['log', 'warn', 'error'] as const)
    jest
      .spyOn(Logger.prototype, level)
      .mockImplementation((...words: unknown[]) => void lines.push(String(words[0])));
});
afterEach(async () => {
  for (const end of endAll.splice(0)) end();
  await Promise.all(opened.splice(0).map((queue) => queue.close()));
  jest.restoreAllMocks();
});
afterAll(async () => {
  processes.end();
  await redis?.remove();
});

async function open(change: Partial<RedisQueueOptions> = {}): Promise<RedisQueue> {
  const queue = await openQueue(redis.url(), change);
  opened.push(queue);
  return queue;
}

/** A queue that receives, the ids that it has got, and the end of their work. */
async function receiver(change?: Partial<RedisQueueOptions>, concurrency = 1) {
  const queue = await open(change);
  const ids: string[] = [];
  const ends: (() => void)[] = [];
  queue.receive(concurrency, (id) => {
    ids.push(id);
    return new Promise((resolve) => {
      ends.push(resolve);
      endAll.push(resolve);
    });
  });
  const end = () => ends.shift()!();
  return { queue, ids, end };
}

const keys = () => redis.run((client) => client.keys('*'));
const jobs = async () => (await keys()).filter((key) => /:id-[^:]+$/.test(key));

/** Adds an id as soon as the queue takes it. */
const addWhenBack = (queue: RedisQueue, id: string) => until(() => queue.add(id));

describe('The queue in Redis', () => {
  it('gives each id to one of two processes, and keeps nothing of it afterwards', async () => {
    const [one, other] = [await receiver(), await receiver()];
    const adding = await open();
    for (const id of ['17', 'a:b:c:d', 'ü/1']) expect(await adding.add(id)).toBe(true);
    const all = () => [...one.ids, ...other.ids];
    await until(() => one.ids.length === 1 && other.ids.length === 1);
    expect(await jobs()).toHaveLength(3);
    one.end();
    await until(() => all().length === 3);
    expect(all().sort()).toEqual(['17', 'a:b:c:d', 'ü/1']);
    one.end();
    other.end();
    await until(async () => (await jobs()).length === 0);
    expect((await keys()).filter((key) => !key.startsWith('resource-api:queue'))).toEqual([]);
    expect(lines).toEqual([]);
  });

  it('offers an id once while it waits, and again when it is added after its work', async () => {
    const adding = await open();
    expect([await adding.add('7'), await adding.add('7')]).toEqual([true, true]);
    const { ids, end } = await receiver();
    await until(() => ids.length === 1);
    await adding.add('8');
    end();
    await until(() => ids.length === 2);
    await adding.add('7');
    end();
    await until(() => ids.length === 3);
    end();
    expect(ids).toEqual(['7', '8', '7']);
  });

  it('gives as many ids at once to a process as it wants', async () => {
    const { ids, end } = await receiver({}, 2);
    const adding = await open();
    for (const id of ['1', '2', '3']) await adding.add(id);
    await until(() => ids.length === 2);
    end();
    await until(() => ids.length === 3);
    end();
    end();
    expect([...ids].sort()).toEqual(['1', '2', '3']);
  });

  it('gives the work of a process that was killed to another one, again and again', async () => {
    const adding = await open();
    await adding.add('5');
    for (let killed = 0; killed < 3; killed++) {
      const environment = { REDIS_URL: redis.url(), STALLED: String(SHORT) };
      const path = 'test/e2e/redis/queue-process.ts';
      const [child, line] = await processes.start(path, environment);
      expect(line).toBe('5');
      child.kill('SIGKILL');
    }
    const { ids, end } = await receiver({ stalled: SHORT });
    await until(() => ids.length === 1);
    expect(ids).toEqual(['5']);
    end();
    await until(async () => (await jobs()).length === 0);
  });

  it('ends the work in progress before it closes, and takes no more', async () => {
    const { queue, ids, end } = await receiver();
    const adding = await open();
    for (const id of ['1', '2']) await adding.add(id);
    await until(() => ids.length === 1);
    let isClosed = false;
    const closed = queue.close().then(() => (isClosed = true));
    await adding.add('3');
    expect([isClosed, await queue.add('4')]).toEqual([false, false]);
    end();
    await closed;
    expect([ids, (await jobs()).length]).toEqual([['1'], 2]);
    const next = await receiver();
    await until(() => next.ids.length === 1);
    next.end();
    await until(() => next.ids.length === 2);
    next.end();
    expect(next.ids).toEqual(['2', '3']);
  });
});

describe('The queue in a Redis that comes and goes', () => {
  it('takes no ids while it is away, logs that once, and works again', async () => {
    const { queue, ids, end } = await receiver();
    await addWhenBack(queue, '1');
    await until(() => ids.length === 1);
    end();
    await redis.stop();
    await until(() => !queue.isAvailable);
    for (let tried = 0; tried < 3; tried++) expect(await queue.add('2')).toBe(false);
    await redis.start();
    await until(() => queue.isAvailable);
    await addWhenBack(queue, '3');
    await until(() => ids.length === 2);
    end();
    expect(ids).toEqual(['1', '3']);
    expect(lines).toEqual([
      expect.stringContaining('The queue in Redis is not available: '),
      'The queue in Redis is available again: it carries runs.',
    ]);
  });

  it('may be away when a process begins to receive', async () => {
    await redis.stop();
    const { queue, ids, end } = await receiver();
    expect(await queue.add('1')).toBe(false);
    await redis.start();
    await addWhenBack(queue, '2');
    await until(() => ids.length === 1);
    end();
    expect(ids).toEqual(['2']);
  });

  it('loses what a process works on, whose work ends all the same', async () => {
    const { queue, ids, end } = await receiver({ stalled: SHORT });
    await addWhenBack(queue, '1');
    await until(() => ids.length === 1);
    await redis.stop();
    await redis.start();
    await addWhenBack(queue, '2');
    end();
    await until(() => ids.length === 2);
    end();
    expect(ids).toEqual(['1', '2']);
    expect(lines).toHaveLength(2);
  });

  it('closes while it is away, after the work in progress', async () => {
    const [before, during, never] = [
      await receiver({ timeout: SHORT }),
      await receiver({ timeout: SHORT }),
      await open({ timeout: SHORT }),
    ];
    for (const { queue, ids } of [before, during]) {
      await addWhenBack(queue, '1');
      await addWhenBack(queue, '2');
      await until(() => ids.length === 1);
    }
    let isClosed = false;
    const first = before.queue.close().then(() => (isClosed = true));
    await redis.stop();
    await until(() => !during.queue.isAvailable);
    const late = await receiver({ timeout: SHORT });
    await Promise.all([never.close(), late.queue.close()]);
    const second = during.queue.close();
    expect(isClosed).toBe(false);
    before.end();
    during.end();
    await Promise.all([first, second]);
    await redis.start();
  });

  it('does not make a request wait while it is suspended, and works again', async () => {
    const [receiving, adding] = [await open(), await open({ timeout: SHORT })];
    const ids: string[] = [];
    receiving.receive(1, async (id) => void ids.push(id));
    await addWhenBack(adding, '1');
    await until(() => ids.includes('1'));
    redis.suspend();
    expect([await adding.add('2'), await adding.add('3')]).toEqual([false, false]);
    redis.resume();
    await addWhenBack(adding, '4');
    await until(() => ids.includes('4'));
  });

  it('reports once that it refuses writes', async () => {
    const { queue, ids, end } = await receiver({ stalled: SHORT });
    await addWhenBack(queue, '1');
    await until(() => ids.length === 1);
    await redis.run((client) => client.config('SET', 'maxmemory', '1'));
    expect([await queue.add('2'), await queue.add('3')]).toEqual([false, false]);
    expect(queue.isAvailable).toBe(false);
    await redis.run((client) => client.config('SET', 'maxmemory', '0'));
    await addWhenBack(queue, '4');
    end();
    await until(() => ids.length === 2);
    end();
    expect(lines).toEqual([
      expect.stringContaining('OOM'),
      'The queue in Redis is available again: it carries runs.',
    ]);
  });
});

describe('The service with Redis', () => {
  it('provides the queue, with the prefix of its keys, and closes it at shutdown', async () => {
    const demo = await startDemo();
    const node = await startNode(demo, { redis: { url: redis.url(), prefix: 'shop:' } });
    const queue = node.get(SharedQueue);
    await until(() => queue.add('1'));
    expect((await keys()).filter((key) => !key.startsWith('shop:'))).toEqual([]);
    const ids: string[] = [];
    queue.receive(1, async (id) => void ids.push(id));
    await until(() => ids.length === 1);
    await node.close();
    expect(await queue.add('2')).toBe(false);
    const list = await redis.run((client) => client.call('CLIENT', 'LIST', 'TYPE', 'normal'));
    expect(String(list).trim().split('\n')).toHaveLength(1);
    await demo.close();
  });
});

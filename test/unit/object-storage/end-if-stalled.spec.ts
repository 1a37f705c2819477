import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { endIfStalled } from '../../../src/addons/object-storage/end-if-stalled.js';

/** `once` of Node would reject on an error, which the source has too. */
const closeOf = (stream: PassThrough) =>
  new Promise<void>((resolve) => stream.once('close', () => resolve()));

describe('a watched download', () => {
  beforeEach(
    () => void jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] }),
  );
  afterEach(() => void jest.useRealTimers());

  it('contains the start and the rest (C10.4)', async () => {
    const rest = new PassThrough();
    const content = buffer(endIfStalled(Buffer.from('start, '), rest, 1000));
    rest.end('rest');
    expect((await content).toString()).toBe('start, rest');
  });

  it('fails if nothing arrives, and closes its source (C9)', async () => {
    const rest = new PassThrough();
    const closed = closeOf(rest);
    const content = buffer(endIfStalled(Buffer.from(''), rest, 1000));
    jest.advanceTimersByTime(1000);
    await expect(content).rejects.toThrow('GetObject: nothing received for 1000 ms');
    await closed;
  });

  it('waits for a slow reader (C9)', async () => {
    const rest = new PassThrough();
    const watched = endIfStalled(Buffer.alloc(100_000), rest, 1000);
    jest.advanceTimersByTime(60_000);
    rest.end('rest');
    expect((await buffer(watched)).length).toBe(100_004);
  });

  it('closes its source if the reader leaves (C10.4)', async () => {
    const rest = new PassThrough();
    const closed = closeOf(rest);
    endIfStalled(Buffer.from('x'), rest, 1000).destroy();
    await closed;
    expect(jest.getTimerCount()).toBe(0);
  });
});

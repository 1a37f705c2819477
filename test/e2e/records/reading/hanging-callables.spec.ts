import { setTimeout as pause } from 'node:timers/promises';
import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { writerKey } from '../../../support/library-app/seed.js';
import { callables, startOddLibrary } from './odd-library.js';
import { recordOf } from './resource-objects.js';

/** In milliseconds. Short, since no callable below finishes. */
const PATIENCE = 100;

let library: LibraryApp;
let log: string[];

beforeAll(async () => {
  ({ library, log } = await startOddLibrary(PATIENCE));
});
beforeEach(() => {
  log.length = 0;
  callables.each = () => null;
  callables.batch = () => new Map();
});
afterAll(() => library?.stop());

const one = writerKey(1);

/** The value in the response, beside one that is there in any case. */
async function valueOf(each: typeof callables.each): Promise<unknown> {
  callables.each = each;
  const { status, body } = await library.get(`writers/${one}?include=odd,display_name`);
  expect(status).toBe(200);
  const { relationships } = recordOf(body);
  expect(relationships!.display_name).toBe('Nib');
  return relationships!.odd;
}

describe('A callable that does not finish (C12)', () => {
  it.each<[string, () => unknown]>([
    ['a promise that stays open', () => new Promise(() => undefined)],
    ['an object that resembles a promise', () => ({ then: () => undefined })],
    [
      'a Proxy that has a function for everything',
      () => new Proxy({}, { get: () => () => undefined }),
    ],
  ])('is aborted, and the rest of the response is sent: %s', async (_what, each) => {
    expect(await valueOf(each)).toBeNull();
    expect(log.join()).toContain(`no response within ${PATIENCE} ms`);
  });

  it('is aborted once for all records of a level', async () => {
    callables.each = () => new Promise(() => undefined);
    callables.batch = () => new Promise(() => undefined);
    expect((await library.get('writers?include=odd,odd_batch&perPage=16')).status).toBe(200);
    expect(log).toHaveLength(2);
    expect(log[0]).toContain(
      `writers.odd returned no value for 16 records, ${writerKey(16)} first`,
    );
  });

  it('ends nothing if it fails after it was aborted', async () => {
    let failing: Promise<never> | undefined;
    const each = () =>
      (failing = pause(PATIENCE + 30).then(() => Promise.reject(new Error('Too late'))));
    expect(await valueOf(each)).toBeNull();
    await expect(failing).rejects.toThrow('Too late');
    expect(log.join()).not.toContain('Too late');
  });

  it('is null after a write, since what was written stays written', async () => {
    callables.each = callables.batch = () => new Promise(() => undefined);
    const payload = { full_name: 'Writer with a timeout' };
    const { status, body } = await library.send(
      'PATCH',
      `writers/${one}?include=odd,odd_batch`,
      payload,
    );
    expect(status).toBe(200);
    expect(recordOf(body).relationships).toEqual({ odd: null, odd_batch: null });
    expect(log).toHaveLength(2);
    expect(recordOf((await library.get(`writers/${one}`)).body).attributes).toMatchObject(payload);
  });
});

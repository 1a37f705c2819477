import {
  isApiError,
  type ActionRun,
  type ApiError,
  type ActionProgress,
} from 'resource-api/client';
import { createApi, type Api } from '../../../../demo/client/api.js';
import { PublishPosts } from '../../../../demo/resources/posts/publish-posts.action.js';
import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import { until } from '../../../support/until.js';
import { Network } from './network.js';

const all = { repositories: 'all' } as const;
/** The action changes nothing about posts that are published. */
const published = { filter: { status: 'published' } } as const;

const failureOf = (request: Promise<unknown>): Promise<ApiError> =>
  request.then(
    () => expect('the request').toBe('rejected'),
    (error: unknown) => {
      if (!isApiError(error)) throw error;
      return error;
    },
  ) as Promise<ApiError>;

describe('An action that runs after its response, in the typed client (C14)', () => {
  let demo: DemoApp;
  let url: string;
  let api: Api;
  let network: Network;
  beforeAll(async () => {
    demo = await startDemo();
    await demo.app.listen(0, '127.0.0.1');
    url = await demo.app.getUrl();
  });
  beforeEach(async () => {
    network = new Network([]);
    api = createApi({ url, token: await demo.tokenOf('admin'), ...network.options });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => demo.close());

  const pathsSent = () =>
    network.requests.map(({ method, url }) => `${method} ${new URL(url).pathname}`);

  it('is followed to its end, and returns what the usual response would have been', async () => {
    const [runs, steps]: [ActionRun[], ActionProgress[]] = [[], []];
    const usual = await api.posts.run('publish-posts', all, published);
    const records = (await api.posts.index(published)).meta.total;
    network.requests.splice(0);
    const result = await api.posts.run('publish-posts', all, published, {
      background: true,
      onAccepted: (run) => runs.push(run),
      onProgress: (progress) => steps.push(progress),
    });
    expect(result).toEqual(usual);
    const [{ id }] = runs as [ActionRun];
    expect(runs).toMatchObject([{ status: 'queued', action: 'publish-posts', processed: 0 }]);
    expect(steps.at(-1)).toEqual({ chunks: steps.length, records, total: records });
    expect(network.requests[0]!.headers.get('prefer')).toBe('respond-async');
    const [first, ...others] = pathsSent();
    expect(first).toBe('POST /api/posts/actions');
    expect(new Set(others)).toEqual(new Set([`GET /api/runs/${id}`]));
    expect(await api.runs.get(id)).toMatchObject({ id, status: 'finished', result: usual });
  });

  it('is one run for one key, which each request follows (C13.2)', async () => {
    const ids: string[] = [];
    const options = {
      idempotencyKey: 'background-1',
      background: true,
      onAccepted: ({ id }: ActionRun) => void ids.push(id),
    };
    network.fail('response lost');
    const first = await api.posts.run('publish-posts', all, published, options);
    expect(await api.posts.run('publish-posts', all, published, options)).toEqual(first);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });

  it('runs in its request if it is tried or limited (C13.3, C13.4)', async () => {
    const dry = { background: true, dryRun: true } as const;
    const preview = await api.posts.run('publish-posts', all, published, dry);
    expect(preview.affected.updated).toBe(0);
    expect(network.requests[0]!.headers.get('prefer')).toBe('tx=rollback, respond-async');
    const bounded = { background: true, maxAffected: 5_000 };
    await api.posts.run('publish-posts', all, published, bounded);
    expect(pathsSent()).toEqual(Array(2).fill('POST /api/posts/actions'));
  });

  it('fails as it would have in its request', async () => {
    jest.spyOn(PublishPosts.prototype, 'handle').mockImplementation(() => {
      throw new Error('The press broke.');
    });
    const run = api.posts.run('publish-posts', all, published, { background: true });
    expect(await failureOf(run)).toMatchObject({
      ...{ status: 500, code: 'server_error', message: 'Server error.' },
      meta: { chunks: 0, records: 0 },
    });
  });

  it('is listed and cancelled, and the client that follows it gets an error', async () => {
    // Nothing works on its runs.
    const idle = await startDemo({ runs: { concurrency: 0 } });
    await idle.app.listen(0, '127.0.0.1');
    const waiting = createApi({ url: await idle.app.getUrl(), token: await idle.tokenOf('admin') });
    const accepted: ActionRun[] = [];
    const options = { background: true, onAccepted: (run: ActionRun) => void accepted.push(run) };
    const followed = failureOf(waiting.posts.run('publish-posts', all, published, options));
    await until(() => accepted.length > 0);
    const { id, batch_id } = accepted[0]!;
    const page = await waiting.runs.list({ status: 'queued', perPage: 5, page: undefined });
    expect(page.meta).toMatchObject({ current_page: 1, per_page: 5, total: 1 });
    expect(page.data).toMatchObject([{ id, batch_id }]);
    expect(await waiting.runs.cancel(id)).toMatchObject({ id, status: 'cancelled' });
    expect((await followed).code).toBe('run_cancelled');
    expect(await waiting.runs.cancel(id)).toMatchObject({ id, status: 'cancelled' });
    expect((await waiting.runs.list({ status: 'queued' })).data).toEqual([]);
    expect((await failureOf(waiting.runs.follow('b'))).code).toBe('not_found');
    await idle.close();
  });

  it('goes on if the caller aborts', async () => {
    const controller = new AbortController();
    const accepted: ActionRun[] = [];
    const followed = api.posts.run('publish-posts', all, published, {
      ...{ background: true, signal: controller.signal },
      onAccepted: (run) => {
        accepted.push(run);
        controller.abort();
      },
    });
    await expect(followed).rejects.toMatchObject({ name: 'AbortError' });
    expect(await api.runs.follow(accepted[0]!.id)).toMatchObject({ published: expect.any(Number) });
  });
});

describe('A run that the typed client follows', () => {
  const run = {
    ...{ id: 'a', status: 'running', processed: 0, total: null, result: null, error: null },
  };
  /** The service responds with these runs, one after the other. */
  function following(...runs: readonly object[]) {
    const outcomes = runs.map((each) => ({ status: 200, body: { data: { ...run, ...each } } }));
    const network = new Network(outcomes);
    let tokens = 0;
    const token = () => `token-${++tokens}`;
    const { runs: client } = createApi({ url: 'http://x.test', token, ...network.options });
    return { network, client };
  }

  /** Replaces the pauses, and lists them. */
  function listPauses(): number[] {
    const pauses: number[] = [];
    const spy = jest.spyOn(globalThis, 'setTimeout');
    spy.mockImplementation(((done: () => void, milliseconds: number) => {
      pauses.push(milliseconds);
      setImmediate(done);
    }) as typeof setTimeout);
    return pauses;
  }
  afterEach(() => jest.restoreAllMocks());

  it('is read more and more rarely, each time with the token of then', async () => {
    const pauses = listPauses();
    const steps: ActionProgress[] = [];
    const states = [0, 0, 5, 5, 5, 9, 9].map((processed) => ({ processed, total: 10 }));
    const end = { status: 'finished', processed: 10, total: 10, result: { sent: 10 } };
    const { network, client } = following(...states, end);
    expect(await client.follow('a', { onProgress: (step) => steps.push(step) })).toEqual({
      sent: 10,
    });
    expect(pauses).toEqual([100, 200, 400, 800, 1600, 2000, 2000, 2000]);
    expect(steps).toEqual([
      { chunks: 1, records: 5, total: 10 },
      { chunks: 2, records: 9, total: 10 },
      { chunks: 3, records: 10, total: 10 },
    ]);
    const tokens = network.requests.map(({ headers }) => headers.get('authorization'));
    expect(tokens).toEqual(pauses.map((_, at) => `Bearer token-${at + 1}`));
  });

  it('is read again after an outage', async () => {
    listPauses();
    const { network, client } = following();
    network.fail('lost');
    network.fail({ status: 503 });
    network.fail({ status: 200, body: { data: { ...run, status: 'finished' } } });
    expect(await client.follow('a')).toBeUndefined();
    expect(network.requests).toHaveLength(3);
  });

  it.each([
    ['validation_failed', 422, 'validation_failed'],
    ['unauthorized', 403, 'unauthorized'],
    ['payment_required', 0, 'other'],
  ])('throws its error %s with the status %i', async (code, status, known) => {
    listPauses();
    const body = {
      code,
      message: 'No.',
      errors: { note: ['No.'] },
      meta: { chunks: 1, records: 3 },
    };
    const { client } = following({ status: 'failed', processed: 3, error: body });
    const error = await failureOf(client.follow('a'));
    expect(error).toMatchObject({ status, code: known, reason: code, message: 'No.' });
    expect([error.errors, error.meta]).toEqual([body.errors, body.meta]);
  });

  it('throws an error of its own if it was cancelled', async () => {
    listPauses();
    const { client } = following({ status: 'cancelling' }, { status: 'cancelled', processed: 3 });
    expect(await failureOf(client.follow('a'))).toMatchObject({
      ...{ status: 0, code: 'run_cancelled', message: 'The run was cancelled after 3 records.' },
    });
  });

  it('is left alone once the caller aborts, also during a pause', async () => {
    const { network, client } = following({});
    const controller = new AbortController();
    network.onResponse = () => setImmediate(() => controller.abort(new Error('Gone.')));
    await expect(client.follow('a', { signal: controller.signal })).rejects.toThrow('Gone.');
    expect(network.requests).toHaveLength(1);
  });

  it('is cancelled again if the response was lost', async () => {
    const cancelled = { ...run, status: 'cancelling' };
    const network = new Network(['lost', { status: 202, body: { data: cancelled } }]);
    const api = createApi({ url: 'http://x.test', ...network.options });
    expect(await api.runs.cancel('a')).toEqual(cancelled);
  });
});

import {
  createClient,
  isApiError,
  nextCursor,
  type ApiError,
  type ApiOptions,
  type UntypedApi,
} from 'resource-api/client';
import { createApi, type Api } from '../../../../demo/client/api.js';
import type { OpenApiDocument } from '../../../../src/addons/reference/openapi/document/open-api.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../../support/demo-app.js';
import { png } from '../../../support/images.js';
import { Network } from './network.js';

describe('The typed client, over HTTP', () => {
  let demo: DemoApp;
  let url: string;
  let api: Api;
  beforeAll(async () => {
    demo = await startDemo();
    await demo.app.listen(0, '127.0.0.1');
    url = await demo.app.getUrl();
    api = await as('admin');
  });
  afterAll(() => demo.close());

  async function as(account: DemoAccount, options: ApiOptions = {}): Promise<Api> {
    return createApi({ url, token: await demo.tokenOf(account), ...options });
  }

  const failureOf = (request: Promise<unknown>): Promise<ApiError> =>
    request.then(
      () => expect('the request').toBe('rejected'),
      (error: unknown) => {
        if (!isApiError(error)) throw error;
        return error;
      },
    ) as Promise<ApiError>;

  describe('reads', () => {
    it('what the same URL returns: columns, nested relations, orders and matches (C5.1)', async () => {
      const found = await api.users.index({
        fields: ['name', 'age'],
        include: {
          posts: {
            fields: ['title'],
            sort: '-title',
            filter: { status: 'published' },
            include: { comments: { fields: [] } },
          },
          company: true,
        },
        filter: { age: { gte: 20, lt: 60 }, id: [1, 2, 3] },
        sort: ['name', '-id'],
        relatablePerPage: 2,
        perPage: 2,
        search: 'a',
        count: 'none',
      });
      const path =
        '/users?fields[users]=name,age&include=posts[title].comments[id],company&sort[posts]=-title&filter[posts][status]=published&filter[age][gte]=20&filter[age][lt]=60&id=1,2,3&sort=name,-id&relatablePerPage=2&perPage=2&search=a&count=none';
      const { data } = (await demo.get<typeof found>(path)).body;
      expect(data.length).toBeGreaterThan(0);
      expect(found.data).toEqual(data);
      expect(found.meta).toMatchObject({ per_page: 2, total: null });
    });

    it('dates, nulls, declared filters, and values that contain a comma (C5.6, C5.7)', async () => {
      const from = new Date('2025-04-01');
      const filters = { 'published-between': { from, to: new Date('2025-04-30') } };
      const declared = await api.posts.index({ filters });
      const matched = await api.posts.index({
        filter: { published_at: { gte: from, lt: new Date('2025-05-01') } },
      });
      expect(declared.meta.total).toBe(matched.meta.total);
      expect(matched.meta.total).toBeGreaterThan(0);
      const drafts = await api.posts.index({ filter: { published_at: null } });
      const others = await api.posts.index({ filter: { published_at: { nin: [null] } } });
      expect(drafts.meta.total! + others.meta.total!).toBe((await api.posts.index()).meta.total);
      const title = 'Proofs, and others';
      const { id } = await api.posts.store({ title, status: 'draft' });
      expect((await api.posts.index({ filter: { title } })).data.map((post) => post.id)).toEqual([
        id,
      ]);
      await api.posts.delete(id);
    });

    it('refuses values that a query string would change', async () => {
      await expect(api.posts.index({ filter: { title: ['a, b'] } })).rejects.toThrow(
        'A list of values of "title" cannot contain "a, b"',
      );
      await expect(api.users.index({ filter: { name: 'null' } })).rejects.toThrow(
        '"name" cannot be compared with the string "null"',
      );
    });

    it('pages by number and by cursor (C3.1)', async () => {
      const query = {
        fields: ['title'],
        filter: { user_id: 3 },
        sort: 'title',
        perPage: 10,
      } as const;
      const numbered: string[] = [];
      for await (const { data, meta } of api.posts.pages(query)) {
        expect(meta.per_page).toBe(10);
        numbered.push(...data.map(({ id }) => id));
      }
      const keyset: string[] = [];
      for await (const { id } of api.posts.all(query)) keyset.push(id);
      expect(numbered.length).toBeGreaterThan(20);
      expect(keyset).toEqual(numbered);
      const related: string[] = [];
      for await (const post of api.users.relation(3, 'posts').all({ ...query, filter: {} }))
        related.push(post.id);
      expect(related).toEqual(numbered);
      const first = await api.posts.index({ ...query, cursor: '' });
      const second = await api.posts.index({ ...query, cursor: nextCursor(first)! });
      expect(second.data[0]!.id).toBe(numbered[10]);
      for await (const { data } of api.posts.pages({ ...query, page: 3 })) {
        expect(data[0]!.id).toBe(numbered[20]);
        break;
      }
    });

    it('all records as they arrive, and as a file (C17.3)', async () => {
      const query = { fields: ['title'], include: ['user'], sort: 'title' } as const;
      const streamed: { title: string; user: string | undefined }[] = [];
      for await (const { attributes, relationships } of api.posts.stream(query))
        streamed.push({ title: attributes.title, user: relationships.user?.attributes.name });
      const paged: typeof streamed = [];
      for await (const { data } of api.posts.pages({ ...query, perPage: 100 }))
        for (const { attributes, relationships } of data)
          paged.push({ title: attributes.title, user: relationships.user?.attributes.name });
      expect(streamed.length).toBeGreaterThan(200);
      expect(streamed).toEqual(paged);

      const fields = ['id', 'name'] as const;
      const csv = await new Response(await api.roles.export('csv', { fields })).text();
      expect(csv.split('\r\n')[0]).toBe('id,name');
      expect(csv.trimEnd().split('\r\n')).toHaveLength((await api.roles.index()).meta.total! + 1);

      const comments: string[] = [];
      for await (const { id } of api.posts.relation(1, 'comments').stream()) comments.push(id);
      const listed: string[] = [];
      for await (const { id } of api.posts.relation(1, 'comments').all()) listed.push(id);
      expect(comments).toEqual(listed);
      const file = await api.posts
        .relation(1, 'comments')
        .export('ndjson', { fields: ['comment'] });
      const lines = (await new Response(file).text()).trimEnd().split('\n');
      expect(lines.map((line) => (JSON.parse(line) as { id: string }).id)).toEqual(comments);
    });

    it('exports fail as requests do, and leave the connection when the reader stops (C17.3)', async () => {
      const broken = await failureOf(
        api.posts.export('csv', { include: ['tags'] }).then((body) => new Response(body).text()),
      );
      expect([broken.status, broken.code]).toEqual([400, 'invalid_query']);
      let cancelled = 0;
      const endless = () => {
        const line = new TextEncoder().encode('{"id":"1","type":"posts"}\n{"id":');
        const pull = (to: ReadableStreamDefaultController) => to.enqueue(line);
        return new ReadableStream({ pull, cancel: () => void (cancelled += 1) });
      };
      const reading = await as('admin', {
        fetch: () => Promise.resolve(new Response(endless())),
      });
      for await (const { id } of reading.posts.stream()) {
        expect(id).toBe('1');
        break;
      }
      expect(cancelled).toBe(1);
      const cut = await as('admin', {
        fetch: () =>
          Promise.resolve(
            new Response(
              new ReadableStream({
                start: (to) => to.enqueue(new TextEncoder().encode('{"id":"1"}\n')),
                pull: (to) => to.error(new Error('The connection broke.')),
              }),
            ),
          ),
      });
      const seen: string[] = [];
      const all = async () => {
        for await (const { id } of cut.posts.stream()) seen.push(id);
      };
      expect((await failureOf(all())).code).toBe('network_error');
      expect(seen).toEqual(['1']);
    });

    it('exports end before any further record when the caller aborts, and can be left after a failure', async () => {
      const started: ReadableStreamDefaultController[] = [];
      const two = new TextEncoder().encode('{"id":"1"}\n{"id":"2"}\n');
      const reading = await as('admin', {
        fetch: () => {
          const start = (to: ReadableStreamDefaultController) => {
            started.push(to);
            to.enqueue(two);
          };
          return Promise.resolve(new Response(new ReadableStream({ start })));
        },
      });
      const controller = new AbortController();
      const seen: string[] = [];
      const aborted = async () => {
        for await (const { id } of reading.posts.stream({}, { signal: controller.signal })) {
          seen.push(id);
          controller.abort(new Error('Enough.'));
        }
      };
      await expect(aborted()).rejects.toThrow('Enough.');
      for await (const { id } of reading.posts.stream()) {
        seen.push(id);
        started.at(-1)!.error(new Error('The connection broke.'));
        break;
      }
      expect(seen).toEqual(['1', '1']);
    });

    it('every list with every relation', async () => {
      const document = await api.$send<OpenApiDocument>({
        method: 'GET',
        path: '/docs/openapi.json',
      });
      for (const { key, relations: described } of document['x-resources']) {
        const relations = described.map((relation) => relation.key);
        const { data } = await api.$resource(key).index({ include: relations, perPage: 1 });
        expect(Object.keys(Object(data[0]?.relationships) as object)).toEqual(
          data.length > 0 ? relations : [],
        );
      }
    });
  });

  describe('writes', () => {
    it('depend on the version of the record that is passed (C13.1)', async () => {
      const stored = await api.posts.store(
        { title: 'One', status: 'draft' },
        { fields: ['title'] },
      );
      expect(stored.attributes).toEqual({ title: 'One' });
      expect(api.$version(stored)).toMatch(/^W\//);
      const changed = await api.posts.patch(stored, { title: 'Two' });
      const late = await failureOf(api.posts.patch(stored, { title: 'Three' }));
      expect([late.code, late.version]).toEqual(['precondition_failed', api.$version(changed)]);
      await api.posts.patch(stored.id, { title: 'Four' });
      await api.posts.patch(changed, { title: 'Five' }, {}, { ifMatch: '*' });
      expect((await failureOf(api.posts.delete(changed))).status).toBe(412);
      await api.posts.delete(await api.posts.show(stored));
      expect((await failureOf(api.posts.show(stored))).code).toBe('not_found');
    });

    describe('follow a run over all records (C6.10)', () => {
      const all = { repositories: 'all' } as const;
      const steps: string[] = [];
      const onProgress = ({ chunks, records }: { chunks: number; records: number }) =>
        void steps.push(`${chunks}: ${records}`);
      beforeEach(() => void steps.splice(0));

      it('and return its response', async () => {
        // The action changes nothing about posts that are published.
        const query = { filter: { status: 'published' } } as const;
        const options = { idempotencyKey: 'follow-1', onProgress };
        const plain = await api.posts.run('publish-posts', all, query);
        expect(plain.chunks).toBeGreaterThan(2);
        expect(await api.posts.run('publish-posts', all, query, options)).toEqual(plain);
        expect(steps.slice(0, 2)).toEqual(['1: 200', '2: 400']);
        expect(steps).toHaveLength(plain.chunks);
        // A replay has no chunks.
        expect(await api.posts.run('publish-posts', all, query, options)).toEqual(plain);
        expect(steps).toHaveLength(plain.chunks);
      });

      const lines = (...values: readonly unknown[]) =>
        values.map((value) => `${JSON.stringify(value)}\n`).join('');
      /** A client whose requests have these responses, one after the other. */
      function following(...bodies: readonly (string | Error)[]) {
        const sent: Headers[] = [];
        const left = [...bodies];
        const respond: typeof fetch = (_url, init) => {
          sent.push(new Headers(init!.headers));
          const body = left.shift()!;
          const stream = new ReadableStream<Uint8Array>({
            pull(controller) {
              if (body instanceof Error) return controller.error(body);
              controller.enqueue(new TextEncoder().encode(body));
              controller.close();
            },
          });
          const headers = { 'content-type': 'application/x-ndjson; charset=utf-8' };
          return Promise.resolve(new Response(stream, { headers }));
        };
        return { sent, api: createApi({ url, token: null, fetch: respond, delay: () => 0 }) };
      }
      const progress = { progress: { chunks: 1, records: 200 } };

      it('and throw the error of its last line', async () => {
        const meta = { chunks: 1, records: 200 };
        const body = { message: 'Server error.', code: 'server_error', meta, request_id: 'a' };
        const { api: failing, sent } = following(lines(progress, { status: 500, body }));
        const error = await failureOf(failing.posts.run('publish-posts', all, {}, { onProgress }));
        expect([error.status, error.code, error.meta]).toEqual([500, 'server_error', meta]);
        expect(steps).toEqual(['1: 200']);
        expect(sent.map((headers) => headers.get('accept'))).toEqual(['application/x-ndjson']);
      });

      it('again, with the same key, if the connection breaks or a line is missing', async () => {
        const last = { status: 200, body: { published: 200 } };
        const broken = following(new Error('reset'), lines(progress), lines(progress, last));
        const run = broken.api.posts.run('publish-posts', all, {}, { onProgress });
        expect(await run).toEqual({ published: 200 });
        expect(steps).toEqual(['1: 200', '1: 200']);
        expect(new Set(broken.sent.map((headers) => headers.get('idempotency-key'))).size).toBe(1);
      });

      it('and throw what the function throws, without another request', async () => {
        const { api: failing, sent } = following(lines(progress));
        const thrown = new Error('no');
        const run = failing.posts.run(
          'publish-posts',
          all,
          {},
          {
            onProgress: () => {
              throw thrown;
            },
          },
        );
        await expect(run).rejects.toBe(thrown);
        expect(sent).toHaveLength(1);
      });
    });

    it('preview and limit changes (C13.3, C13.4)', async () => {
      const preview = await api.posts.run(
        'publish-posts',
        { repositories: 'all' },
        { filter: { user_id: 3, status: 'draft' } },
        { dryRun: true },
      );
      expect(preview.affected.updated).toBeGreaterThan(1);
      expect(preview.changes[0]).toMatchObject({ type: 'posts', changes: { status: 'published' } });
      const request = api.posts.run(
        'publish-posts',
        { repositories: 'all' },
        { filter: { user_id: 3, status: 'draft' } },
        { maxAffected: 1 },
      );
      expect((await failureOf(request)).code).toBe('max_affected_exceeded');
      const patched = await api.posts.patch(1, { title: 'Never' }, {}, { dryRun: true });
      expect(patched.affected.updated).toBe(1);
      expect((await api.posts.show(1)).attributes.title).not.toBe('Never');
    });

    it('many records at once, and reverts them (C13.5, C15)', async () => {
      const bodies = ['a', 'b'].map((label) => ({ id: label, label }));
      const [one, two] = await api.tags.bulkStore(bodies);
      const changed = await api.tags.bulkUpdate([{ id: one!.id, label: 'A' }]);
      expect(changed[0]!.attributes.label).toBe('A');
      await api.tags.bulkDelete([one!, two!.id]);
      const invalid = await failureOf(api.posts.bulkStore([{ title: '', status: 'draft' }]));
      expect(invalid).toMatchObject({
        code: 'validation_failed',
        errors: { '0.title': [expect.any(String)] },
      });
      const post = await api.posts.store({ title: 'Logged', status: 'draft' });
      const { logs } = (await api.posts.show(post, { include: ['logs'] })).relationships;
      expect(await api.$revert(logs[0]!.id, { dryRun: true })).toMatchObject({
        affected: { deleted: 1 },
      });
      expect(await api.$revert(logs[0]!.id, { lenient: true })).toMatchObject({ affected: 1 });
      expect((await failureOf(api.posts.show(post))).code).toBe('not_found');
    });

    it('files, with the other fields, as a form (C10)', async () => {
      const author = await as('author');
      const avatar = new File([png()], 'me.png', { type: 'image/png' });
      const mine = await author.profile.patch({ avatar, age: 41, preferences: { theme: 'dark' } });
      expect(mine.attributes).toMatchObject({
        age: 41,
        avatar: expect.stringMatching(/^\/storage\/users\//),
        preferences: { theme: 'dark' },
      });
      const { id } = mine;
      const cleared = await author.users.patch(id, { avatar: new Blob([png()]), age: null });
      expect(cleared.attributes.age).toBeNull();
      expect((await author.users.patch(id, { avatar: null })).attributes.avatar).toBeNull();
    });

    it('run actions, whose results are typed (C6)', async () => {
      const draft = await api.posts.store({ title: 'Soon', status: 'draft' });
      const { published_at } = await api.posts.runOn(draft, 'publish-post', { note: 'Now' });
      expect(published_at).toBe((await api.posts.show(draft)).attributes.published_at);
      expect((await failureOf(api.posts.runOn(draft, 'publish-post'))).code).toBe(
        'precondition_failed',
      );
      const { stored } = await api.posts.run('import-posts', { count: 2 });
      expect(stored).toBe(2);
      const none = await api.posts.run('publish-posts', { repositories: [draft.id] });
      expect(none.published).toBe(0);
    });

    it('attach, sync, change and detach related records (C7)', async () => {
      const user = await api.users.show(4);
      const roles = api.users.relation(user, 'roles');
      await roles.sync([]);
      const [row] = await roles.attach([{ id: 1, policy: 'read' }], { active: true });
      expect(row).toEqual({ user_id: '4', role_id: '1', policy: 'read', active: true });
      expect((await roles.patch(1, { policy: 'write' })).policy).toBe('write');
      const { data } = await roles.index({ fields: ['name'], sort: 'name' });
      expect(data[0]).toMatchObject({ id: '1', pivots: { policy: 'write', active: true } });
      expect(await roles.sync([data[0]!, 2])).toMatchObject({ attached: ['2'], detached: [] });
      await roles.detach([data[0]!, 2]);
      expect((await roles.index()).data).toEqual([]);
    });
  });

  describe('the session', () => {
    it('keeps the token of a login until the logout (C2.2)', async () => {
      const visitor = createApi({ url });
      expect((await failureOf(visitor.profile.show())).code).toBe('unauthenticated');
      const credentials = { email: 'reader@example.com', password: 'password' };
      const wrong = await failureOf(visitor.login({ ...credentials, password: 'wrong' }));
      expect(wrong.code).toBe('unauthenticated');
      await visitor.login({ ...credentials, name: 'phone' });
      expect((await visitor.profile.show({ fields: ['email'] })).attributes).toEqual({
        email: 'reader@example.com',
      });
      await visitor.login({ ...credentials, name: 'tablet' });
      const tokens = await visitor.tokens.index();
      await visitor.tokens.delete(tokens.find(({ name }) => name === 'phone')!.id);
      expect((await visitor.tokens.index()).map(({ name }) => name)).not.toContain('phone');
      await visitor.logout();
      expect((await failureOf(visitor.profile.show())).code).toBe('unauthenticated');
    });
  });

  describe('errors', () => {
    it('have a code, and what belongs to it (C9)', async () => {
      const invalid = await failureOf(api.posts.store({ title: '', status: 'draft' }));
      expect(invalid).toMatchObject({
        name: 'ApiError',
        code: 'validation_failed',
        status: 422,
        message: 'The given data was invalid.',
        errors: { title: [expect.any(String)] },
        requestId: expect.any(String),
      });
      const reader = await as('reader');
      expect((await failureOf(reader.companies.store({} as never))).code).toBe('unauthorized');
      const query = api.$resource('posts').index({ sort: 'titel' });
      expect(await failureOf(query)).toMatchObject({
        code: 'invalid_query',
        errors: { sort: [expect.any(String)] },
      });
    });

    it('of other servers have the code "other"', async () => {
      const network = new Network([
        { status: 402, body: { code: 'payment_required', message: 'Pay.' } },
      ]);
      const paid = await failureOf((await as('admin', network.options)).posts.show(1));
      expect([paid.code, paid.reason, paid.message]).toEqual(['other', 'payment_required', 'Pay.']);
      const proxy = new Network([
        { status: 200, body: '<html>' },
        { status: 404, body: '<html>' },
      ]);
      const behind = await as('admin', proxy.options);
      expect(await failureOf(behind.posts.show(1))).toMatchObject({ code: 'other', reason: null });
      expect(await failureOf(behind.posts.show(1))).toMatchObject({ code: 'other', status: 404 });
    });
  });

  describe('retries', () => {
    it('repeat a read that failed for a moment, after the time that the response sets', async () => {
      const network = new Network(['lost', { status: 503, retryAfter: 0 }]);
      const post = await (await as('admin', network.options)).posts.show(1);
      expect(post.id).toBe('1');
      expect(network.requests.map(({ headers }) => headers.get('idempotency-key'))).toEqual([
        null,
        null,
        null,
      ]);
    });

    it('execute a write once, although its response was lost (C13.2)', async () => {
      const network = new Network(['response lost', 'response lost']);
      const title = 'Sent three times';
      const author = await as('author', network.options);
      const { id } = await author.posts.store({ title, status: 'draft' });
      const found = await api.posts.index({ filter: { title } });
      expect(found.data.map((post) => post.id)).toEqual([id]);
      const keys = network.requests.map(({ headers }) => headers.get('idempotency-key'));
      expect(new Set(keys).size).toBe(1);
      const shown = await author.posts.show(id);
      network.fail('response lost');
      const changed = await author.posts.patch(shown, { title: 'Changed once' });
      expect(changed.attributes.title).toBe('Changed once');
      await author.posts.delete(changed);
      expect(network.requests.at(-1)!.headers.get('idempotency-key')).not.toBe(keys[0]);
    });

    it('do not repeat a write to a service without idempotency keys, or send what it would ignore', async () => {
      const facts = { prefix: '/api', resources: { posts: {} }, profile: null, terms: [] };
      const network = new Network(['lost']);
      const client = createClient<UntypedApi>(facts, { url, ...network.options });
      const request = client.$resource('posts').store({ title: 'Once', status: 'draft' });
      expect([(await failureOf(request)).code, network.requests.length]).toEqual([
        'network_error',
        1,
      ]);
      expect(network.requests[0]!.headers.has('idempotency-key')).toBe(false);
      for (const options of [
        { dryRun: true },
        { maxAffected: 1 },
        { ifMatch: '*' },
        { idempotencyKey: 'a' },
      ])
        await expect(client.$resource('posts').delete(1, options)).rejects.toThrow(
          'The service does not support the option',
        );
      expect(network.requests).toHaveLength(1);
    });

    it('do not repeat an action that reaches outside the database', async () => {
      const facts = {
        ...{
          prefix: '/api',
          resources: { posts: {} },
          profile: null,
          terms: ['idempotencyKey'] as const,
        },
        external: { posts: ['print-posts'] },
      };
      const sentBy = async (action: string) => {
        const network = new Network(['lost', 'lost', 'lost']);
        const posts = createClient<UntypedApi>(facts, { url, ...network.options }).$resource(
          'posts',
        );
        const { code } = await failureOf(posts.run(action, { repositories: [1] }));
        return [code, network.requests.length];
      };
      expect(await sentBy('print-posts')).toEqual(['network_error', 1]);
      expect(await sentBy('publish-posts')).toEqual(['network_error', 3]);
    });

    it('send the same key again if the caller names it', async () => {
      const options = { idempotencyKey: 'import-1' };
      const first = await api.posts.store({ title: 'Once', status: 'draft' }, {}, options);
      const again = await api.posts.store({ title: 'Once', status: 'draft' }, {}, options);
      expect(again.id).toBe(first.id);
    });

    it('end with the error', async () => {
      const network = new Network(['lost', 'lost', 'lost']);
      const lost = await failureOf((await as('admin', network.options)).posts.show(1));
      expect([lost.code, lost.status, network.requests.length]).toEqual(['network_error', 0, 3]);
      const busy = new Network([{ status: 503, retryAfter: 60 }]);
      expect(await failureOf((await as('admin', busy.options)).posts.show(1))).toMatchObject({
        code: 'unavailable',
        retryAfter: 60,
      });
      const slow = new Network([{ status: 504 }]);
      expect(await failureOf((await as('admin', slow.options)).posts.show(1))).toMatchObject({
        code: 'statement_timeout',
      });
      const broken = new Network([{ status: 500 }]);
      const request = (await as('admin', broken.options)).posts.store({
        title: 'A',
        status: 'draft',
      });
      expect(await failureOf(request)).toMatchObject({ code: 'server_error' });
      expect([busy, slow, broken].map(({ requests }) => requests.length)).toEqual([1, 1, 1]);
    });

    it('do not repeat a login, or a write to a controller of the application', async () => {
      const other = new Network([{ status: 503 }]);
      const write = { method: 'POST', path: '/reports', body: {} } as const;
      const sent = (await as('admin', { ...other.options, headers: { Accept: '*/*' } })).$send(
        write,
      );
      expect([(await failureOf(sent)).code, other.requests.length]).toEqual(['unavailable', 1]);
      expect(other.requests[0]!.headers.get('accept')).toBe('*/*');
      const network = new Network(['response lost']);
      const credentials = { email: 'reader@example.com', password: 'password' };
      const request = createApi({ url, ...network.options }).login(credentials);
      expect([(await failureOf(request)).code, network.requests.length]).toEqual([
        'network_error',
        1,
      ]);
    });

    it('end when the caller aborts, also while they wait', async () => {
      const gone = AbortSignal.abort(new Error('Gone.'));
      await expect(api.posts.show(1, {}, { signal: gone })).rejects.toThrow('Gone.');
      const controller = new AbortController();
      const network = new Network([{ status: 503, retryAfter: 5 }]);
      const waiting = (await as('admin', network.options)).posts.show(
        1,
        {},
        { signal: controller.signal },
      );
      network.onResponse = () => setImmediate(() => controller.abort());
      await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
    });
  });
});

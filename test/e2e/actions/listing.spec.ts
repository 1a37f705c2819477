import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

interface Listing {
  readonly data: readonly { readonly uriKey: string; readonly name: string }[];
}

let demo: DemoApp;
let depot: SackDepot;
beforeAll(async () => {
  [demo, depot] = await Promise.all([startDemo(), SackDepot.start()]);
  await depot.fill(2);
});
afterAll(() => Promise.all([demo.close(), depot.stop()]));

const keysOf = async (path: string, as: DemoAccount) =>
  (await demo.get<Listing>(`${path}/actions`, as)).body.data.map(({ uriKey }) => uriKey);

describe('Listing actions', () => {
  it('contains name, description, destructive, uriKey and payload, in the order of the declaration (C6.1)', async () => {
    const { status, body } = await demo.get('/posts/actions');
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          name: 'Publish Posts',
          description: 'Publish posts. Archived posts are left out.',
          destructive: false,
          uriKey: 'publish-posts',
          payload: {},
        },
        {
          name: 'Delete Posts For Good',
          description: 'Delete posts for good.',
          destructive: true,
          uriKey: 'purge-posts',
          payload: {},
        },
        {
          name: 'Import Posts',
          description: 'Store so many drafts of your own.',
          destructive: false,
          uriKey: 'import-posts',
          payload: { count: ['required', 'integer', 'between:1,500'] },
        },
      ],
    });
  });

  it('contains actions of the collection, or of a record; a standalone action in both (C6.2)', async () => {
    expect(await keysOf('/posts', 'admin')).toEqual([
      'publish-posts',
      'purge-posts',
      'import-posts',
    ]);
    expect(await keysOf('/posts/1', 'admin')).toEqual(['publish-post', 'import-posts']);
    expect(await keysOf('/users', 'admin')).toEqual(['deactivate-users']);
    expect(await keysOf('/users/4', 'admin')).toEqual(['deactivate-users', 'reactivate-user']);
    expect(await keysOf('/tags', 'admin')).toEqual([]);
  });

  it('omits actions that canSee hides (C6.2)', async () => {
    expect(await keysOf('/posts', 'editor')).toEqual(['publish-posts', 'import-posts']);
    expect(await keysOf('/users/4', 'editor')).toEqual([]);
  });

  it('reads the description from a property or a method of the handler, and a name and key that are set', async () => {
    const { data } = (await depot.send('GET', 'sacks/1/actions')).body as { data: unknown[] };
    expect(data).toEqual([
      {
        name: 'Tie Sacks',
        description: 'Tie what is open.',
        destructive: true,
        uriKey: 'tie',
        payload: {},
      },
      {
        name: 'Open Sack',
        description: 'Open one.',
        destructive: false,
        uriKey: 'open-sack',
        payload: {},
      },
      {
        name: 'Fill sacks',
        description: '',
        destructive: false,
        uriKey: 'fill-sacks',
        payload: { count: ['required', 'integer'], 'lines.*.text': ['required', 'string'] },
      },
      {
        name: 'Stamp Sack',
        description: '',
        destructive: false,
        uriKey: 'stamp-sack',
        payload: { text: ['maxLength:5'], times: ['isInt'] },
      },
    ]);
  });

  it('depends on the request only: canRun and the record change nothing (C6.9)', async () => {
    depot.actions.canRun = () => false;
    const { data } = (await depot.send('GET', 'sacks/1/actions')).body as Listing;
    expect(data.map(({ uriKey }) => uriKey)).toContain('open-sack');
    depot.actions.reset();
  });

  it.each([
    ['401 without a token', '/posts/actions', null, 401],
    ['404 for an unknown resource', '/nothing/actions', 'admin', 404],
    ['404 for an unknown record', '/posts/999999/actions', 'admin', 404],
    ['404 for a malformed key', '/posts/1abc/actions', 'admin', 404],
    ['400 for any parameter', '/posts/actions?action=publish-posts', 'admin', 400],
    ['400 for any parameter on a record', '/posts/1/actions?include=user', 'admin', 400],
  ] as const)('responds %s (C4.3, C5.1)', async (_what, path, as, status) => {
    expect((await demo.get(path, as)).status).toBe(status);
  });

  it('responds 404 for a record that the user may not see, as for one that does not exist (C4.4)', async () => {
    const hidden = await depot.send('GET', 'sacks/1/actions', undefined, 'other');
    const absent = await depot.send('GET', 'sacks/999/actions', undefined, 'other');
    expect([hidden.status, hidden.text]).toEqual([404, absent.text]);
    expect((await depot.send('GET', 'sacks/2/actions', undefined, 'other')).status).toBe(200);
  });

  it("responds 403 if the collection's ability refuses, to run as well as to list (C6.4)", async () => {
    expect((await depot.send('GET', 'sacks/actions', undefined, 'keeper')).status).toBe(403);
    expect(
      (await depot.run('sacks', 'grind-sacks', { repositories: [1] }, undefined, 'keeper')).status,
    ).toBe(403);
    expect(
      (await depot.run('sacks', 'no-such', { repositories: [1] }, undefined, 'keeper')).status,
    ).toBe(403);
  });

  it('responds 405 to other methods, with the allowed ones (C2.1)', async () => {
    const response = await demo.send('/posts/actions', { method: 'DELETE' });
    expect([response.status, response.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
  });
});

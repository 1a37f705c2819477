import fc from 'fast-check';
import { examples } from '../../../support/examples.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../../support/demo-app.js';

const EXAMPLES = examples(75);

interface Flagged {
  readonly id: string;
  readonly meta: Readonly<Record<string, boolean>>;
}

const accounts: readonly DemoAccount[] = ['admin', 'editor', 'author', 'reader'];
const resources = [
  ...[
    'users',
    'companies',
    'phones',
    'posts',
    'videos',
    'comments',
    'roles',
    'tags',
    'images',
    'action_logs',
  ],
];
/** Without it one of the accounts could not send requests any more. */
const KEPT = 'users/4';

describe('the flags of a record', () => {
  let demo: DemoApp;
  beforeAll(async () => {
    demo = await startDemo();
  });
  afterAll(() => demo?.close());

  /** Any existing record, visible or not. */
  async function anyKey(resource: string, position: number): Promise<string | undefined> {
    const page = (position % 40) + 1;
    const { body } = await demo.get<{ data: Flagged[] }>(`/${resource}?perPage=5&page=${page}`);
    const records =
      body.data.length > 0
        ? body.data
        : (await demo.get<{ data: Flagged[] }>(`/${resource}`)).body.data;
    return records[position % Math.max(records.length, 1)]?.id;
  }

  const allowed = (status: number) => status !== 403 && status !== 404;

  /** The outcome of each operation; the delete comes last, since it may succeed. */
  async function outcomes(resource: string, id: string, as: DemoAccount) {
    const path = `/${resource}/${encodeURIComponent(id)}`;
    const status = async (request: Parameters<DemoApp['send']>[1], at = path) =>
      (await demo.send(at, { ...request, as })).status;
    return {
      authorizedToShow: allowed(await status({})),
      authorizedToStore: allowed(await status({ method: 'POST', body: {} }, `/${resource}`)),
      authorizedToUpdate: allowed(await status({ method: 'PATCH', body: {} })),
      authorizedToDelete: allowed(await status({ method: 'DELETE' })),
    };
  }

  it('equal the outcome of the operation, for every account and resource (C3.3, threats, properties 3)', async () => {
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...accounts),
        fc.constantFrom(...resources),
        fc.nat(),
        async (as, resource, position) => {
          const id = await anyKey(resource, position);
          fc.pre(id !== undefined && `${resource}/${id}` !== KEPT);
          const shown = await demo.get<{ data: Flagged }>(
            `/${resource}/${encodeURIComponent(id)}`,
            as,
          );
          const tried = await outcomes(resource, id, as);
          if (shown.status === 200)
            expect({ as, resource, id, flags: tried }).toEqual({
              as,
              resource,
              id,
              flags: shown.body.data.meta,
            });
          else
            expect({ ...tried, authorizedToStore: false }).toEqual({
              authorizedToShow: false,
              authorizedToStore: false,
              authorizedToUpdate: false,
              authorizedToDelete: false,
            });
          seen.add(`${as} ${resource} ${shown.status}`);
        },
      ),
      EXAMPLES,
    );
    expect(seen.size).toBeGreaterThan(20);
  });
});

import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import fc from 'fast-check';
import { DATABASE, type Database } from '../../../src/index.js';
import { TestClient, type TestResponse } from '../../../src/tooling/testing/test-client.js';
import { startDemo, type DemoAccount, type DemoApp } from '../../support/demo-app.js';
import { examples } from '../../support/examples.js';
import { startNode } from '../../support/demo-node.js';

const EXAMPLES = examples(120);

interface Explanation {
  readonly data: {
    readonly outcome: string;
    readonly error: string | null;
    readonly summary: string;
    readonly steps: readonly { readonly outcome: string }[];
  };
}
interface Described {
  readonly key: string;
  readonly fields: readonly { readonly name: string }[];
  readonly relations: readonly { readonly key: string; readonly target: string | null }[];
  readonly actions: readonly { readonly uriKey: string; readonly scope: string }[];
}

let demo: DemoApp;
let node: NestFastifyApplication;
let resources: readonly Described[];
const accounts: readonly DemoAccount[] = ['admin', 'editor', 'author', 'reader'];

beforeAll(async () => {
  demo = await startDemo();
  node = await startNode(demo, { why: { can: (user) => user.is_admin } });
  const { body } = await as('admin').get<{ data: readonly Described[] }>('/_schema');
  resources = body.data;
});
afterAll(async () => {
  await node?.close();
  await demo?.close();
});

/** Sends requests whose writes are rolled back. */
const as = (account: DemoAccount): TestClient =>
  new TestClient(
    { app: node, database: node.get<Database>(DATABASE), prefix: '/api' },
    async () => ({
      authorization: `Bearer ${await demo.tokenOf(account)}`,
      prefer: 'tx=rollback',
    }),
  );

async function explanationOf(
  account: DemoAccount,
  resource: string,
  parameters: Readonly<Record<string, string>>,
): Promise<Explanation['data']> {
  const user = String(accounts.indexOf(account) + 1);
  const query = new URLSearchParams({ ...parameters, user }).toString();
  const { status, body, text } = await as('admin').get<Explanation>(`/_why/${resource}?${query}`);
  expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  return body.data;
}

/** An explanation contains no string of the record, except words that it contains anyway. */
async function verifyWithoutValues(
  place: string,
  id: string,
  explanation: Explanation['data'],
): Promise<void> {
  const { body } = await as('admin').get<{ data?: { attributes: object } }>(`${place}/${id}`);
  const values = Object.values(body.data?.attributes ?? {}).filter(
    (value): value is string => typeof value === 'string' && value.length > 6,
  );
  const text = JSON.stringify(explanation);
  expect(values.filter((value) => text.includes(value))).toEqual([]);
}

/** The code of an error about rights; `null` for any other response. */
const rights = new Set(['unauthorized', 'not_found']);
const codeOf = ({ body }: TestResponse): string | null => {
  const code = (body as { code?: string } | undefined)?.code;
  return code !== undefined && rights.has(code) ? code : null;
};

const account = fc.constantFrom(...accounts);
const anyResource = fc.nat().map((at) => resources[at % resources.length]!);
const key = fc.oneof(
  fc.integer({ min: 1, max: 60 }).map(String),
  fc.constantFrom('999999', 'x', '01'),
);
/** One of the list; `undefined` for an empty one. */
const pick = <Item>(list: readonly Item[], at: number): Item | undefined => list[at % list.length];

describe('The explanation to any question (C18.2)', () => {
  it('about a record is what the request receives (C18.1, C4.3)', async () => {
    const operation = fc.constantFrom('index', 'show', 'store', 'update', 'delete');
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(account, anyResource, operation, key, async (user, resource, name, id) => {
        const place = `/${resource.key}`;
        const client = as(user);
        const requests: Readonly<Record<string, () => Promise<TestResponse>>> = {
          index: () => client.get(place),
          show: () => client.get(`${place}/${id}`),
          store: () => client.post(place, {}),
          update: () => client.patch(`${place}/${id}`, {}),
          delete: () => client.delete(`${place}/${id}`),
        };
        const isOfRecord = !['index', 'store'].includes(name);
        const question = { operation: name, ...(isOfRecord && { id }) };
        const explanation = await explanationOf(user, resource.key, question);
        expect(explanation.error).toBe(codeOf(await requests[name]!()));
        expect(explanation.outcome === 'allowed').toBe(explanation.error === null);
        expect(
          explanation.steps.some(({ outcome }) => ['refused', 'hidden'].includes(outcome)),
        ).toBe(explanation.error !== null);
        await verifyWithoutValues(place, id, explanation);
        seen.add(`${name} ${explanation.outcome}`);
      }),
      EXAMPLES,
    );
    expect(seen.size).toBeGreaterThan(8);
  });

  it('about a field is whether the response contains it (C18.1, C5.9)', async () => {
    const names = ['password', 'current_password', 'email', 'title', 'status', 'secret', 'user_id'];
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(account, anyResource, fc.nat(), key, async (user, resource, at, id) => {
        const own = resource.fields.map(({ name }) => name).filter((name) => name !== 'id');
        const field = pick([...own, ...names.filter((name) => own.includes(name))], at);
        if (field === undefined) return;
        const { outcome } = await explanationOf(user, resource.key, { field, id });
        const { status, body } = await as(user).get<{ data?: { attributes: object } }>(
          `/${resource.key}/${id}`,
        );
        const isRead = status === 200 && field in body.data!.attributes;
        expect({ field, isAllowed: outcome === 'allowed' }).toEqual({ field, isAllowed: isRead });
        seen.add(outcome);
      }),
      EXAMPLES,
    );
    expect(seen.size).toBeGreaterThan(1);
  });

  it('about a relation is whether it can be loaded, attached and detached (C18.1, C7.4)', async () => {
    const operation = fc.constantFrom('show', 'attach', 'detach', 'sync');
    const seen = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        fc.tuple(account, anyResource, operation, fc.nat(), key, key),
        async ([user, resource, name, at, id, related]) => {
          const relation = pick(resource.relations, at)?.key;
          if (relation === undefined) return;
          const place = `/${resource.key}/${id}`;
          const explanation = await explanationOf(user, resource.key, {
            ...{ operation: name, relation, id },
            ...(name !== 'show' && { related }),
          });
          const response =
            name === 'show'
              ? await as(user).get(`${place}?include=${relation}`)
              : await as(user).post(`${place}/${name}/${relation}`, { [relation]: [related] });
          const { code = null } = (response.body ?? {}) as { code?: string };
          expect({ place, relation, error: explanation.error }).toEqual({
            place,
            relation,
            error: code,
          });
          seen.add(`${name} ${explanation.outcome}`);
        },
      ),
      EXAMPLES,
    );
    expect(seen.size).toBeGreaterThan(4);
  });

  it('about an action is whether it may be run (C18.1, C6.4)', async () => {
    const seen = new Set<string>();
    const place = fc.option(key);
    await fc.assert(
      fc.asyncProperty(account, anyResource, fc.nat(), place, async (user, resource, at, id) => {
        const action = pick(resource.actions, at)?.uriKey;
        if (action === undefined) return;
        const question = { action, ...(id !== null && { id }) };
        const explanation = await explanationOf(user, resource.key, question);
        const path = id === null ? resource.key : `${resource.key}/${id}`;
        const response = await as(user).post(`/${path}/actions?action=${action}`, {
          ...(id === null && { repositories: [] }),
        });
        const { code } = (response.body ?? {}) as { code?: string };
        if (code === 'validation_failed') return;
        expect({ path, action, error: explanation.error }).toEqual({
          ...{ path, action },
          error: codeOf(response),
        });
        seen.add(explanation.outcome);
      }),
      EXAMPLES,
    );
    expect(seen.size).toBeGreaterThan(1);
  });
});

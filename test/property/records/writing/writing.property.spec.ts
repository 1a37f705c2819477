import fc from 'fast-check';
import type { RecordBody } from '../../../e2e/records/writing/bodies.js';
import { examples } from '../../../support/examples.js';
import { DepotApp } from '../../../support/depot-app/depot-app.js';
import { startDemo, type DemoApp } from '../../../support/demo-app.js';
import {
  bodies,
  companyFields,
  pieceFields,
  postFields,
  userFields,
  type Fields,
  type Sent,
} from './bodies.js';

const EXAMPLES = examples(25);

type Attributes = RecordBody['data']['attributes'];
type Send = (
  method: string,
  path: string,
  body?: object,
) => Promise<{ readonly status: number; readonly body: unknown }>;

let depot: DepotApp;
let demo: DemoApp;
beforeAll(async () => {
  depot = await DepotApp.start();
  demo = await startDemo();
});
afterAll(async () => {
  await depot?.stop();
  await demo?.close();
});

interface WrittenResource {
  readonly resource: string;
  readonly fields: Fields;
  /** The fields that a store needs, and what else it needs. */
  readonly needed: readonly string[];
  readonly more: object;
  readonly send: Send;
}

const inDepot: Send = (method, path, body) => depot.send(method as 'GET', path, body);
const inDemo: Send = (method, path, body) =>
  demo.send(`/${path}`, { method: method as 'GET', ...(body && { body }) });

const subjects: readonly WrittenResource[] = [
  { resource: 'pieces', fields: pieceFields, needed: ['title'], more: {}, send: inDepot },
  { resource: 'posts', fields: postFields, needed: ['title', 'status'], more: {}, send: inDemo },
  { resource: 'companies', fields: companyFields, needed: ['name'], more: {}, send: inDemo },
  {
    resource: 'users',
    fields: userFields,
    needed: ['name', 'email'],
    more: { password: 'long enough' },
    send: inDemo,
  },
];

const valuesOf = (body: Readonly<Record<string, Sent>>) =>
  Object.fromEntries(Object.entries(body).map(([name, { value }]) => [name, value]));

async function read({ send, resource }: WrittenResource, id: string): Promise<Attributes> {
  return ((await send('GET', `${resource}/${id}`)).body as RecordBody).data.attributes;
}

async function total({ send, resource }: WrittenResource): Promise<number> {
  return ((await send('GET', `${resource}?perPage=1`)).body as { meta: { total: number } }).meta
    .total;
}

/** Asserts that every value that is known to be accepted is returned as expected. */
function expectValues(
  attributes: Attributes,
  { fields }: WrittenResource,
  body: Readonly<Record<string, Sent>>,
): void {
  for (const name of Object.keys(fields)) {
    const sent = body[name];
    if (sent && 'returned' in sent)
      expect({ [name]: attributes[name] }).toEqual({ [name]: sent.returned });
  }
}

/** Whether every value of the body is known to be accepted. Unknown fields are ignored. */
const isTaken = ({ fields }: WrittenResource, body: Readonly<Record<string, Sent>>) =>
  Object.keys(fields).every((name) => !body[name] || 'returned' in body[name]);

describe.each(subjects)('Any write to $resource', (subject) => {
  const { resource, fields, needed, more, send } = subject;

  it('is stored as it was validated, or not at all (threats, properties 6)', async () => {
    let count = await total(subject);
    await fc.assert(
      fc.asyncProperty(bodies(fields, needed), async (body) => {
        const { status, body: response } = await send('POST', resource, {
          ...valuesOf(body),
          ...more,
        });
        expect([201, 400, 422]).toContain(status);
        if (isTaken(subject, body)) expect({ status, response }).toMatchObject({ status: 201 });
        if (status === 201) {
          const { id, attributes } = (response as RecordBody).data;
          expectValues(attributes, subject, body);
          expect(await read(subject, id)).toEqual(attributes);
          count += 1;
        }
        expect(await total(subject)).toBe(count);
      }),
      EXAMPLES,
    );
  });

  it.each(['PATCH', 'PUT'])(
    'changes by %s the sent fields and nothing else, or nothing (threats, properties 6)',
    async (method) => {
      const stored = fc.sample(
        bodies(fields, needed).filter((body) => isTaken(subject, body)),
        1,
      )[0]!;
      const { status, body } = await send('POST', resource, { ...valuesOf(stored), ...more });
      expect({ status, body }).toMatchObject({ status: 201 });
      const { data } = body as RecordBody;
      await fc.assert(
        fc.asyncProperty(bodies(fields), async (body) => {
          const before = await read(subject, data.id);
          const { status, body: response } = await send(
            method,
            `${resource}/${data.id}`,
            valuesOf(body),
          );
          expect([200, 400, 422]).toContain(status);
          const after = await read(subject, data.id);
          if (status !== 200) return expect(after).toEqual(before);
          expect(after).toEqual((response as RecordBody).data.attributes);
          expectValues(after, subject, body);
          const untouched = Object.keys(fields).filter((name) => !(name in body));
          for (const name of untouched)
            expect({ [name]: after[name] }).toEqual({ [name]: before[name] });
        }),
        EXAMPLES,
      );
    },
  );
});

import fc from 'fast-check';
import { examples } from '../../../support/examples.js';
import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { startStaff, hire } from '../../../support/library-app/staff.js';

const EXAMPLES = examples(75);

let one: LibraryApp;
let other: LibraryApp;

/** Fills a database whose hidden values are multiplied by a factor. */
async function fill(library: LibraryApp, factor: number): Promise<void> {
  const ten = Array.from({ length: 10 }, (_none, at) => at + 1);
  await hire(library, {
    teams: [1, 2].map((id) => ({
      ...{ id, title: ['Dock', 'Yard'][id - 1] },
      ...{ budget: (id * 700 * factor) % 1000, motto: factor === 1 ? 'gold' : 'sea' },
    })),
    workers: ten.map((id) => ({
      ...{ id, name: ['Ada', 'Bob', 'Sea'][id % 3], age: id % 4 === 0 ? null : id },
      ...{ salary: (id * 37 * factor) % 100, iban: factor === 1 ? `sea${id}` : null },
      team_id: (id % 2) + 1,
    })),
    reviews: ten.map((id) => ({ id, text: 'Sea', mark: (id * factor) % 7, worker_id: id })),
    bonuses: [1, 2].map((id) => ({ id, name: `Bonus ${id}` })),
    bonus_worker: [{ worker_id: factor === 1 ? 1 : 2, bonus_id: 1 }],
  });
  for (const id of [1, 2, 3])
    await library.send(
      'PATCH',
      `workers/${id}`,
      { age: id + 20, salary: 1000 * factor + id, approved: 'yes' },
      'librarian',
    );
}

beforeAll(async () => {
  [one, other] = [await startStaff(1), await startStaff(5)];
  await fill(one, 1);
  await fill(other, 3);
});
afterAll(async () => {
  await one?.stop();
  await other?.stop();
});

/** What requests may name: members that every caller sees, hidden ones, and unknown ones. */
const column = fc.constantFrom(
  ...[
    'id',
    'name',
    'age',
    'salary',
    'iban',
    'title',
    'budget',
    'motto',
    'mark',
    'text',
    'salry',
    'short',
    'is_good',
  ],
);
const relation = fc.constantFrom(
  ...['team', 'reviews', 'bonuses', 'logs', 'workers', 'worker', 'pay_slip', 'copy', 'payslip'],
);
const key = fc.constantFrom('workers', 'teams', 'reviews', 'action_logs', 'patrons');
const sort = fc
  .tuple(fc.constantFrom('', '-'), fc.constantFrom('', 'team.', 'worker.'), column)
  .map(([sign, through, name]) => `sort=${sign}${through}${name}`);
const included = fc
  .tuple(relation, fc.option(column), fc.option(relation))
  .map(([name, selected, inner]) =>
    ['include=', name, selected && `[${selected}]`, inner && `.${inner}`].filter(Boolean).join(''),
  );
const narrowed = fc
  .tuple(column, fc.constantFrom('=', '[gt]=', '[in]='), fc.constantFrom('1', 'sea', '50', 'Sea'))
  .map(([name, operator, value]) =>
    operator === '=' ? `${name}=${value}` : `filter[${name}]${operator}${value}`,
  );
const parameters = fc
  .array(
    fc.oneof(
      sort,
      included,
      narrowed,
      fc.constantFrom('search=sea', 'search=gold', 'cursor=', 'perPage=3', 'more=true'),
      fc.tuple(key, column).map(([of, name]) => `fields[${of}]=${name}`),
    ),
    { maxLength: 4 },
  )
  .map((list) => list.join('&'));
const path = fc.oneof(
  { weight: 4, arbitrary: key },
  fc.tuple(key, fc.integer({ min: 1, max: 11 })).map(([of, id]) => `${of}/${id}`),
  fc.tuple(key, relation).map(([of, name]) => `${of}/1/${name}`),
  key.map((of) => `${of}/filters`),
  fc.constant('profile'),
);

/** Sends the same request to both, and expects the same response, byte for byte. */
async function expectAlike(send: (library: LibraryApp) => Promise<unknown>): Promise<void> {
  expect(await send(other)).toEqual(await send(one));
}

const textOf = async (sent: ReturnType<LibraryApp['send']>) => {
  const { status, text } = await sent;
  return { status, text };
};

describe('Two databases that differ only in what a caller does not see', () => {
  it('return the same responses to every read (C5.9)', async () => {
    await fc.assert(
      fc.asyncProperty(path, parameters, async (place, query) => {
        await expectAlike((library) => textOf(library.get(`${place}?${query}`)));
      }),
      EXAMPLES,
    );
  });

  it('return the same responses to every write (C4.2, C5.9)', async () => {
    const value = fc.constantFrom<unknown>(null, '', 'Sea', 'sea1', 7, 'yes');
    const body = fc.dictionary(
      fc.constantFrom('name', 'age', 'salary', 'iban', 'approved', 'team', 'reviews', 'payslip'),
      value,
      { maxKeys: 4, noNullPrototype: true },
    );
    const request = fc.oneof(
      body.map((sent) => ['POST', 'workers', sent] as const),
      fc
        .tuple(fc.constantFrom('PUT' as const, 'PATCH' as const), body)
        .map(([method, sent]) => [method, 'workers/4?include=logs,copy', sent] as const),
      fc
        .constantFrom('attach', 'sync', 'detach')
        .map((name) => ['POST', `workers/5/${name}/bonuses`, { bonuses: [1] }] as const),
      fc
        .constantFrom('list-workers', 'raise-salaries')
        .map((name) => ['POST', `workers/actions?action=${name}`, { repositories: [6] }] as const),
    );
    await fc.assert(
      fc.asyncProperty(request, async ([method, place, sent]) => {
        await expectAlike((library) => textOf(library.send(method, place, sent)));
      }),
      EXAMPLES,
    );
  });

  it('return the same results to every call of a tool (C5.9, C11.2)', async () => {
    const call = fc.oneof(
      fc.record({
        name: key.map((of) => `${of}-index-tool`),
        arguments: fc.record(
          { sort: column, include: relation, fields: column, search: fc.constant('sea') },
          { requiredKeys: [] },
        ),
      }),
      fc.record({
        name: fc.constantFrom('workers-store-tool', 'workers-update-tool'),
        arguments: fc.record(
          { id: fc.constant(7), name: fc.constant('Eve'), salary: fc.constant(1) },
          { requiredKeys: [] },
        ),
      }),
    );
    await fc.assert(
      fc.asyncProperty(call, async (params) => {
        await expectAlike((library) => library.ask('tools/call', params));
      }),
      examples(30),
    );
  });
});

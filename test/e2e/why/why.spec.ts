import { where } from '../../../src/index.js';
import { LibraryApp } from '../../support/library-app/library-app.js';
import { writerKey } from '../../support/library-app/seed.js';
import { hire, startStaff } from '../../support/library-app/staff.js';

interface Step {
  readonly subject: string;
  readonly check: string;
  readonly source: string;
  readonly outcome: string;
  readonly detail: string | null;
}
interface Explanation {
  readonly outcome: string;
  readonly error: string | null;
  readonly summary: string;
  readonly steps: readonly Step[];
  readonly missing: Readonly<Record<'fields' | 'relations' | 'actions', readonly string[]>> | null;
}

let library: LibraryApp;
let staff: LibraryApp;
beforeAll(async () => {
  library = await LibraryApp.start({
    options: {
      why: { can: ({ isLibrarian }) => isLibrarian },
      viewAs: { can: () => true },
    },
  });
  staff = await startStaff(2, {
    why: { can: ({ isLibrarian }) => isLibrarian },
    safeWrites: { bulk: false },
  });
  await hire(staff, {
    teams: [{ id: 1, title: 'Dock', budget: 1, motto: 'sea' }],
    workers: [{ id: 1, name: 'Ada', salary: 3, team_id: 1 }],
    bonuses: [{ id: 1, name: 'Bonus' }],
  });
});
afterAll(async () => {
  await library?.stop();
  await staff?.stop();
});

async function askIn(app: LibraryApp, question: string): Promise<Explanation> {
  const { status, body, text } = await app.get<{ data: Explanation }>(
    `_why/${question}`,
    'librarian',
  );
  expect({ status, text: status === 200 ? '' : text }).toEqual({ status: 200, text: '' });
  return body.data;
}
const ask = (question: string) => askIn(library, question);
const askStaff = (question: string) => askIn(staff, question);
/** The steps in short: `PostPolicy.index allowed`. */
const shortly = ({ steps }: Explanation): readonly string[] =>
  steps.map(({ source, outcome }) => `${source} ${outcome}`);

describe('The explanation of a record (C18.1, C18.2)', () => {
  it('names the method that refuses, and what comes before it (C18.2)', async () => {
    const explanation = await ask(`writers?operation=update&id=${writerKey(2)}&user=1`);
    expect(explanation).toMatchObject({
      outcome: 'refused',
      error: 'unauthorized',
      summary: `User 1 may not update writers/${writerKey(2)}: WriterPolicy.update refuses it.`,
    });
    expect(shortly(explanation)).toEqual([
      'WriterPolicy.index allowed',
      'WriterPolicy.scope allowed',
      'WriterPolicy.show not asked',
      'WriterPolicy.update refused',
    ]);
  });

  it('reports that everything allows it (C18.2)', async () => {
    const explanation = await ask(`writers?operation=update&id=${writerKey(1)}`);
    expect(explanation).toMatchObject({
      outcome: 'allowed',
      error: null,
      summary: `User 2 may update writers/${writerKey(1)}.`,
    });
  });

  it('lists the methods that are not asked after a refusal (C18.2)', async () => {
    const explanation = await ask('ledgers?operation=show&id=1&user=1');
    expect(explanation).toMatchObject({ outcome: 'refused', error: 'unauthorized' });
    expect(shortly(explanation)).toEqual([
      'LedgerPolicy.index refused',
      'LedgerPolicy.scope not asked',
      'LedgerPolicy.show not asked',
    ]);
  });

  it('separates a record outside the scope from one that does not exist (C18.2)', async () => {
    await library.database.write('update writers set hidden = ? where id = ?', [
      true,
      writerKey(9),
    ]);
    const outside = await ask(`writers?id=${writerKey(9)}&user=1`);
    expect(outside).toMatchObject({ outcome: 'hidden', error: 'not_found' });
    expect(outside.summary).toBe(
      `User 1 may not show writers/${writerKey(9)}: WriterPolicy.scope: The record exists, but the scope does not contain it.`,
    );
    const missing = await ask(`writers?id=${writerKey(999)}&user=1`);
    expect(missing.steps).toContainEqual(
      expect.objectContaining({
        check: 'scope',
        detail: 'There is no record with this key that you see.',
      }),
    );
  });

  it('names a method that the policy does not have (C18.2)', async () => {
    const explanation = await ask('books?operation=store');
    expect(explanation.steps.at(-1)).toEqual({
      subject: 'books',
      check: 'store',
      source: 'BookPolicy.store',
      outcome: 'refused',
      detail: 'The policy does not have it, so nobody may.',
    });
    const unscoped = await ask('fines?id=1');
    expect(unscoped).toMatchObject({ error: 'not_found' });
    expect(shortly(unscoped)).toContain('FinePolicy.scope hidden');
  });

  it('names a show that hides a record (C18.2)', async () => {
    const [[flagged] = []] = await library.database.query(
      "select id from remarks where flagged = ? and remarkable_type = 'writers' order by id",
      [true],
    );
    const explanation = await ask(`remarks?id=${String(flagged)}&user=1`);
    expect(explanation).toMatchObject({ outcome: 'hidden', error: 'not_found' });
    expect(shortly(explanation)).toContain('RemarkPolicy.show hidden');
  });

  it('observes a condition that throws, as the request fails with it (C18.2)', async () => {
    library.bookScope.current = where({ nothing: 1 } as never);
    const explanation = await ask('books?id=1&user=1');
    expect(explanation).toMatchObject({ outcome: 'refused', error: 'server_error' });
  });
});

describe('The explanation of a member (C18.1, C18.2)', () => {
  it.each([
    ['workers?id=1&field=salary&user=1', 'hidden', 'WorkerResource.salary.canSee hidden'],
    ['workers?id=1&field=salary', 'allowed', 'WorkerResource.salary.canSee allowed'],
    ['workers?operation=index&field=bio', 'hidden', 'WorkerResource.bio.only hidden'],
    ['workers?id=1&field=bio', 'allowed', 'WorkerResource.bio.only allowed'],
    ['workers?id=1&field=approved', 'hidden', 'WorkerResource.approved.input hidden'],
    ['reviews?operation=store&field=short', 'refused', 'ReviewResource.short.computed refused'],
    [
      'workers?operation=store&field=salary&user=1',
      'hidden',
      'WorkerResource.salary.canSee hidden',
    ],
    ['workers?operation=store&field=age', 'allowed', 'WorkerResource.age.rules not asked'],
    ['workers?relation=reviews&user=1', 'hidden', 'WorkerResource.reviews.canSee hidden'],
    ['bonuses?relation=badges&user=1', 'hidden', 'ListedByLibrariansPolicy.index refused'],
    ['workers?relation=greeting', 'hidden', 'WorkerResource.greeting.only hidden'],
    [
      'workers?operation=attach&id=1&relation=bonuses&related=1',
      'allowed',
      'WorkerPolicy.attachBonuses allowed',
    ],
    ['workers?operation=attach&relation=team', 'hidden', 'WorkerResource.team.attach hidden'],
    [
      'bonuses?operation=attach&relation=holders',
      'refused',
      'BonusResource.holders.attach refused',
    ],
    ['workers?operation=bulk', 'hidden', 'options.safeWrites.bulk hidden'],
    ['workers?action=list-workers', 'allowed', 'WorkerPolicy.index allowed'],
  ])('%s is %s by %s (C18.2)', async (question, outcome, step) => {
    const explanation = await askStaff(question);
    const allowed = explanation.steps.map(({ source, outcome: each }) => `${source} ${each}`);
    expect({ outcome: explanation.outcome, steps: allowed }).toEqual({
      outcome,
      steps: expect.arrayContaining([step]),
    });
  });

  it('contains the rules of a field, and no decision about another field (C18.2)', async () => {
    const { steps } = await askStaff('workers?operation=store&field=salary');
    expect(steps.at(-1)).toMatchObject({
      source: 'WorkerResource.salary.rules',
      detail: expect.stringMatching(/^A value must pass these rules: required; min:1/),
    });
    expect(steps.filter(({ check }) => check === 'canSee')).toHaveLength(1);
  });
});

describe('A question that is refused (C18.1)', () => {
  it('is 404 for everybody else, also for an administrator who views as them (C18.1, C2.9)', async () => {
    const notFound = { status: 404, body: { code: 'not_found' } };
    expect(await library.get('_why/writers')).toMatchObject(notFound);
    expect(await library.get('_why/writers', 'librarian', { 'view-as': '1' })).toMatchObject(
      notFound,
    );
    const other = await LibraryApp.start();
    expect(await other.get('_why/writers', 'librarian')).toMatchObject(notFound);
    const document = async ({ app }: LibraryApp) =>
      (await app.inject({ url: '/docs/openapi.json' })).body;
    expect(await document(library)).toContain('/_why/{key}');
    expect(await document(other)).not.toContain('_why');
    await other.stop();
  });

  it('is about an account that the caller may ask about, or 400 as for one that does not exist (C18.1)', async () => {
    const other = await LibraryApp.start({
      options: { why: { can: (asker, { id }) => asker.isLibrarian && id === asker.id } },
    });
    const own = await other.get('_why/writers', 'librarian');
    const [forbidden, missing] = [
      await other.get('_why/writers?user=1', 'librarian'),
      await other.get('_why/writers?user=77', 'librarian'),
    ];
    await other.stop();
    expect(own.status).toBe(200);
    expect(forbidden).toMatchObject({ status: 400, body: { code: 'invalid_query' } });
    expect(forbidden.text).toBe(missing.text.replace('77', '1'));
  });

  it('is 404 where the option returns a promise, which is not a yes (C18.1)', async () => {
    const can = (() => Promise.resolve(true)) as never;
    const other = await LibraryApp.start({ options: { why: { can } } });
    const asked = await other.get('_why/writers', 'librarian');
    await other.stop();
    expect(asked).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('does not find records that the caller does not see (C18.2)', async () => {
    const [[unseen] = []] = await library.database.query(
      'select id from cards where patron_id <> 2 order by id',
    );
    const responses = await Promise.all(
      [String(unseen), '999999'].map(async (id) => {
        const { text } = await library.get(`_why/cards?id=${id}`, 'librarian');
        return text.replaceAll(`cards/${id}`, 'cards/<id>');
      }),
    );
    expect(responses[0]).toContain('There is no record with this key that you see.');
    expect(responses[0]).toBe(responses[1]);
  });

  it('is 404 for a resource that does not exist (C18.1)', async () => {
    expect(await library.get('_why/nothing', 'librarian')).toMatchObject({ status: 404 });
  });

  it.each([
    ['other=1', 'other', 'There is no parameter "other". Allowed: id, operation'],
    ['id=1&id=2', 'id', 'The parameter is given twice. Send it once.'],
    ['id=', 'id', 'The parameter is empty. Send a value or leave it out.'],
    ['operation=updat&id=1', 'operation', 'There is no operation "updat". Did you mean "update"?'],
    ['operation=update', 'id', 'The operation update needs the key of a record.'],
    ['operation=store&id=1', 'id', 'The operation store has no record.'],
    ['field=nothing', 'field', 'writers has no field "nothing".'],
    ['relation=nothing', 'relation', 'writers has no relation "nothing".'],
    ['action=nothing', 'action', 'writers has no action "nothing".'],
    ['action=x&operation=show', 'operation', 'An action has no operation.'],
    ['field=full_name&relation=books', 'relation', 'Ask about one field, relation or action'],
    ['operation=delete&id=1&field=full_name', 'operation', 'Allowed with a field: index'],
    ['operation=store&relation=books', 'operation', 'Allowed with a relation: index'],
    ['operation=attach', 'relation', 'The operation attach needs the name of a relation.'],
    ['related=1&relation=books', 'related', 'Allowed with the operations attach'],
    ['operation=attach&relation=topics&related=1', 'id', 'The parameter "related" needs'],
    ['operation=attach&relation=topics&id=1', 'related', 'The operation attach of a record needs'],
    ['user=77', 'user', 'There is no active account with the key "77" that you may ask about.'],
    ['user=x', 'user', 'There is no active account with the key "x" that you may ask about.'],
  ])('?%s is 400 under %s (C18.1)', async (query, parameter, message) => {
    const { status, body } = await library.get(`_why/writers?${query}`, 'librarian');
    expect({ status, body }).toMatchObject({
      status: 400,
      body: { code: 'invalid_query', errors: { [parameter]: [expect.stringContaining(message)] } },
    });
  });

  it('writes nothing, and reads no decision of another request (C18.1)', async () => {
    const [{ statements }] = await Promise.all([
      library.get(`_why/writers?operation=delete&id=${writerKey(1)}`, 'librarian'),
      library.get('books?perPage=2'),
    ]);
    expect(statements.filter((sql) => !/^\s*(select|with)/i.test(sql))).toEqual([]);
    const [explanations] = await Promise.all([
      Promise.all([1, 2, 3].map(() => ask('writers?operation=store&user=1'))),
      library.get('remarks?perPage=5'),
    ]);
    for (const explanation of explanations)
      expect(shortly(explanation)).toEqual([
        'WriterPolicy.index allowed',
        'WriterPolicy.store refused',
      ]);
  });
});

describe('What an account does without (C18.2)', () => {
  const pay = ['iban', 'salary'];

  it('lists what responses do not contain', async () => {
    const own = await askStaff('workers?operation=show&id=1');
    expect(own.missing).toEqual({
      fields: ['desk', 'approved'],
      relations: ['greeting'],
      actions: [],
    });
    const { missing } = await askStaff('workers?operation=show&id=1&user=1');
    expect(missing!.fields).toEqual(expect.arrayContaining([...pay, 'desk', 'approved']));
    expect(missing!.relations).toEqual(['reviews', 'bonuses', 'pay_slip', 'greeting']);
    const row = await staff.get('workers/1');
    for (const name of missing!.fields)
      expect(
        Object.keys((row.body as { data: { attributes: object } }).data.attributes),
      ).not.toContain(name);
  });

  it('lists what the body of a write cannot set', async () => {
    const { missing } = await askStaff('workers?operation=update&id=1&user=1');
    expect(missing!.fields).toEqual(expect.arrayContaining([...pay, 'approved']));
    expect(missing!.fields).not.toContain('name');
    const own = await askStaff('workers?operation=update&id=1');
    expect(own.missing!.fields).not.toContain('salary');
  });

  it('is null for a member, and for a request that fails', async () => {
    expect((await askStaff('workers?field=salary&user=1')).missing).toBeNull();
    expect((await askStaff('badges?user=1')).missing).toBeNull();
    expect((await askStaff('workers?operation=show&id=99')).missing).toBeNull();
  });
});

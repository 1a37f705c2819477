import { SackDepot } from '../../support/depot-app/sacks/sack-depot.js';

let depot: SackDepot;
beforeAll(async () => {
  depot = await SackDepot.start();
});
beforeEach(() => depot.fill(8));
afterAll(() => depot.stop());

const echo = () => {
  depot.actions.work = ({ payload }) => ({ payload });
};
const validating = () => {
  depot.actions.work = async (request) => ({ valid: await request.validate() });
};

describe('The payload', () => {
  it.each([[{ any: { thing: [1, 'a', null] } }], [[1, 2]], ['text'], [5], [false], [null]])(
    'is any JSON value for a show or standalone action: %j (C6.9)',
    async (value) => {
      echo();
      expect((await depot.run('sacks/1', 'open-sack', value)).body).toEqual({ payload: value });
      expect((await depot.run('sacks', 'fill-sacks', value)).body).toEqual({ payload: value });
    },
  );

  it('is {} where no body is sent (C4.2, C6.9)', async () => {
    echo();
    expect((await depot.run('sacks/1', 'open-sack')).body).toEqual({ payload: {} });
    expect((await depot.run('sacks', 'fill-sacks')).body).toEqual({ payload: {} });
  });

  it('contains the members beside repositories for an index action (C6.2)', async () => {
    echo();
    expect(
      (await depot.run('sacks', 'grind-sacks', { repositories: [1], note: 'x' })).body,
    ).toEqual({
      payload: { note: 'x' },
    });
  });

  it('is not validated unless the handler asks for it (rule 5)', async () => {
    echo();
    expect((await depot.run('sacks', 'fill-sacks', { count: 'many' })).status).toBe(200);
  });

  it('is passed with the types of its rules, without fields that have no rule (rule 5, C4.2)', async () => {
    validating();
    const body = { count: 3, lines: [{ text: 'a' }], is_admin: true };
    expect((await depot.run('sacks', 'fill-sacks', body)).body).toEqual({
      valid: { count: 3, lines: [{ text: 'a' }] },
    });
  });

  it.each([
    ['a field is missing', {}, ['count']],
    ['a field has the wrong type', { count: 'three' }, ['count']],
    [
      'an item of a list breaks its rule',
      { count: 1, lines: [{ text: 'a' }, {}] },
      ['lines.1.text'],
    ],
    ['it is a list', [1], ['payload']],
    ['it is a string', 'text', ['payload']],
    ['it is null', null, ['payload']],
  ])(
    'is rejected with 422 when %s, and nothing is logged (C6.9, C8.2)',
    async (_what, body, fields) => {
      validating();
      const response = await depot.run('sacks', 'fill-sacks', body);
      expect([response.status, Object.keys(response.body.errors)]).toEqual([422, fields]);
      expect(response.body).not.toHaveProperty('meta');
      expect(await depot.log()).toEqual([]);
    },
  );

  it.each([
    ['NUL', { note: 'a\0b' }, 'note'],
    ['half of a surrogate pair, deep down', { note: { deep: ['\ud800'] } }, 'note'],
    ['NUL, in a plain string', 'a\0b', 'payload'],
  ])(
    'is rejected with 422 if it contains %s, validated or not (C1.7)',
    async (_what, body, field) => {
      echo();
      const response = await depot.run('sacks/1', 'open-sack', body);
      expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]]);
    },
  );

  it('may be a class with the decorators of class-validator', async () => {
    validating();
    expect(
      (await depot.run('sacks/1', 'stamp-sack', { text: 'ok', times: 2, more: 1 })).body,
    ).toEqual({
      valid: { text: 'ok', times: 2 },
    });
    const refused = await depot.run('sacks/1', 'stamp-sack', { text: 'too long', times: 'x' });
    expect([refused.status, Object.keys(refused.body.errors).sort()]).toEqual([
      422,
      ['text', 'times'],
    ]);
  });

  it('leaves nothing behind, in the log either, if the handler rejects it in the first chunk of a run (C8.2)', async () => {
    depot.actions.work = async (request, sacks) => {
      await request.update(sacks, { state: 'ground' });
      await request.validate();
    };
    const refused = await depot.run('sacks', 'weigh-sacks', { repositories: 'all', most: 'all' });
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['most']]);
    expect(await depot.log()).toEqual([]);
    expect(new Set((await depot.states()).map((state) => state.slice(2)))).toEqual(
      new Set(['new']),
    );
  });

  describe('with validate: true in the definition', () => {
    it('is validated before the handler runs, for any records', async () => {
      let calls = 0;
      depot.actions.work = () => void (calls += 1);
      for (const repositories of [[1], 'all'])
        expect((await depot.run('sacks', 'label-sacks', { repositories })).status).toBe(422);
      expect(calls).toBe(0);
      expect(
        (await depot.run('sacks', 'label-sacks', { repositories: [1], label: 'x' })).status,
      ).toBe(204);
    });

    it('is validated after canRun, like every validation (C4.3)', async () => {
      depot.actions.canRun = () => false;
      expect((await depot.run('sacks', 'label-sacks', { repositories: [1] })).status).toBe(403);
    });
  });
});

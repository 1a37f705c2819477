import { GardenApp } from '../../support/garden-app/garden-app.js';

let garden: GardenApp;
beforeAll(async () => {
  garden = await GardenApp.start();
});
beforeEach(() => garden.script.reset());
afterAll(() => garden?.stop());

const fails = () => {
  throw new Error('The directory is away.');
};
const countOf = async (table: string) =>
  Number((await garden.database.query(`select count(*) from ${table}`))[0]![0]);

describe('A policy that fails once the write is committed', () => {
  it.each([
    ['a store', 'plants', { name: 'Fern' }, {}],
    ['a store with a key', 'plants', { name: 'Fern' }, { 'idempotency-key': 'flags' }],
    ['a bulk store', 'plants/bulk', [{ name: 'Fern' }], {}],
  ])(
    'makes the flags of %s false, and is logged (C3.3, C4.6)',
    async (_of, path, body, headers) => {
      const before = await countOf('plants');
      garden.script.onUpdate = fails;
      const { status, body: sent } = await garden.send('POST', path, body, headers);
      const [record] = [sent.data].flat();
      expect([status, record.attributes.name]).toEqual([201, 'Fern']);
      expect(record.meta).toMatchObject({ authorizedToShow: false, authorizedToUpdate: false });
      expect(await countOf('plants')).toBe(before + 1);
      expect(garden.lines.at(-1)).toContain(
        'The flags of plants could not be computed after the commit: The directory is away..',
      );
    },
  );

  it('is 500 if it fails before, and nothing is written (C13)', async () => {
    const id = await garden.stored('plants', { name: 'Fern' });
    const before = await garden.contents();
    garden.script.onUpdate = fails;
    const { status } = await garden.send('PATCH', `plants/${id}`, { name: 'Other' });
    expect(status).toBe(500);
    expect(await garden.contents()).toEqual(before);
    expect((await garden.send('GET', `plants/${id}`)).status).toBe(500);
  });
});

describe('Prefer: max-affected for an action that reaches outside of the database (C13.4)', () => {
  const send = 'plants/actions?action=send-plants';
  const bounded = (most: number) => ({ prefer: `max-affected=${most}` });
  const sent = (): string[] => {
    const names: string[] = [];
    garden.script.onSend = (plants) => names.push(...plants.map(({ name }) => name));
    return names;
  };

  it.each([['listed records'], ['all']])(
    'refuses %s before the handler runs',
    async (selection) => {
      await garden.database.write('delete from plants');
      const names = ['A', 'B', 'C'];
      const ids: string[] = [];
      for (const name of names) ids.push(await garden.stored('plants', { name }));
      const body = { repositories: selection === 'all' ? 'all' : ids };
      const calls = sent();
      const before = await garden.everything();
      const refused = await garden.send('POST', send, body, bounded(2));
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        409,
        'max_affected_exceeded',
        'The request would change 3 records, but max-affected allows 2.',
      ]);
      expect(calls).toEqual([]);
      expect(await garden.everything()).toEqual(before);
      expect((await garden.send('POST', send, body, bounded(3))).status).toBeLessThan(300);
      expect(calls).toEqual(names);
    },
  );

  it('does not count records on which the caller may not run it', async () => {
    await garden.database.write('delete from plants');
    for (const name of ['A', 'B', 'C']) await garden.stored('plants', { name });
    garden.script.canSend = ({ name }) => name !== 'B';
    const calls = sent();
    const { status } = await garden.send('POST', send, { repositories: 'all' }, bounded(2));
    expect([status < 300, calls]).toEqual([true, ['A', 'C']]);
  });

  it('rolls a run over all back that changes more, if it stays inside of the database', async () => {
    await garden.database.write('delete from plants');
    for (const name of ['A', 'B', 'C']) await garden.stored('plants', { name });
    const before = await garden.everything();
    const grade = (most: number) =>
      garden.send(
        'POST',
        'plants/actions?action=grade-plants',
        { repositories: 'all' },
        bounded(most),
      );
    const refused = await grade(2);
    expect([refused.status, refused.body.code]).toEqual([409, 'max_affected_exceeded']);
    expect(await garden.everything()).toEqual(before);
    expect((await grade(3)).status).toBeLessThan(300);
  });

  it('is refused a dry run (C13.3)', async () => {
    const id = await garden.stored('plants', { name: 'A' });
    const calls = sent();
    for (const repositories of [[id], 'all']) {
      const dry = { prefer: 'tx=rollback' };
      const { status, body } = await garden.send('POST', send, { repositories }, dry);
      expect([status, body.code]).toEqual([409, 'dry_run_unsupported']);
    }
    expect(calls).toEqual([]);
  });
});

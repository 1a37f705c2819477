import { PayrollApp } from '../../../support/payroll-app/payroll-app.js';
import { fillPayroll } from './seed.js';

let payroll: PayrollApp;

beforeAll(async () => {
  payroll = await PayrollApp.start();
  await fillPayroll(payroll);
});
afterAll(() => payroll?.stop());

const relationsOf = ({ body }: { body: any }) => {
  const { relationships = {} } = [body.data].flat()[0];
  return Object.keys(relationships);
};

describe('The relations in with', () => {
  it('are in lists, shows and responses of writes (C5.11)', async () => {
    for (const path of ['bonuses', 'bonuses/1'])
      expect(relationsOf(await payroll.get(path, 'accountant'))).toEqual(['badges', 'holders']);
    const shown = await payroll.get('bonuses/1', 'accountant');
    expect(shown.body.data.relationships.badges.map(({ id }: any) => id)).toEqual(['2', '1']);
    const written = await payroll.send('PATCH', 'bonuses/1', { name: 'June' }, 'accountant');
    expect(relationsOf(written)).toEqual(['badges', 'holders']);
    const page = await payroll.get('bonuses/1/badges', 'accountant');
    expect(page.body.data[0].relationships.bonus.attributes).toEqual({ name: 'June' });
  });

  it('are left out for callers who may not use or see them (C5.2, C5.9, C5.11)', async () => {
    const { status, body } = await payroll.get('bonuses/1');
    expect([status, body.data.relationships]).toEqual([200, undefined]);
    expect((await payroll.get('bonuses/1?include=badges')).status).toBe(400);
  });

  it('take the columns and relations that a request names (C5.11)', async () => {
    const { body } = await payroll.get('bonuses/1?include=badges[code].bonus', 'accountant');
    const [badge] = body.data.relationships.badges;
    expect(Object.keys(body.data.relationships)).toEqual(['badges', 'holders']);
    expect([Object.keys(badge.attributes), Object.keys(badge.relationships)]).toEqual([
      ['code'],
      ['bonus'],
    ]);
  });

  it('belong to the requested records, not to related ones (C5.11)', async () => {
    const { body } = await payroll.get('workers/1?include=bonuses', 'accountant');
    expect(body.data.relationships.bonuses[0]).not.toHaveProperty('relationships');
  });

  it('are in results of tools (C5.11, C11.1)', async () => {
    const { structuredContent } = await payroll.call('bonuses-show-tool', { id: 1 }, 'accountant');
    expect(Object.keys(structuredContent.data.relationships)).toEqual(['badges', 'holders']);
  });
});

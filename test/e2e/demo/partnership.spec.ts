import type { PivotRequest } from '../../../src/index.js';
import type { Company } from '../../../demo/resources/companies/company.entity.js';
import { CompanyResource } from '../../../demo/resources/companies/company.resource.js';
import { attachPartners, detachPartners } from '../../../demo/resources/companies/partnership.js';
import { startDemo, type DemoApp } from '../../support/demo-app.js';

let demo: DemoApp;
let companies: readonly string[];
beforeAll(async () => {
  demo = await startDemo();
  companies = (await demo.database.query('select id from companies order by created_at')).map(
    ([id]) => String(id),
  );
});
afterAll(() => demo.close());

type Callback = typeof attachPartners;

/** As the framework calls it: inside a transaction, with the keys of the request. */
const run = (callback: Callback, company: string, keys: readonly string[]): Promise<void> =>
  demo.database.transaction((transaction) => {
    const write: PivotRequest['write'] = (text, values) => transaction.query(text, values);
    const request: Pick<PivotRequest, 'keys' | 'write'> = { keys, write };
    return callback(request as PivotRequest, CompanyResource, { id: company } as Company);
  });
const partnersOf = async (company: string) => {
  const rows = await demo.database.query(
    'select partner_id from company_partners where company_id = ?',
    [company],
  );
  return rows.map(([id]) => companies.indexOf(String(id))).sort((one, other) => one - other);
};

describe('partners of companies', () => {
  it('are attached and detached in both directions (C7.4)', async () => {
    expect(await partnersOf(companies[6]!)).toEqual([5, 7]);
    await run(attachPartners, companies[6]!, [companies[9]!, companies[11]!]);
    expect(await partnersOf(companies[6]!)).toEqual([5, 7, 9, 11]);
    expect(await partnersOf(companies[9]!)).toEqual([6, 8, 10]);

    await run(detachPartners, companies[9]!, [companies[6]!]);
    expect(await partnersOf(companies[6]!)).toEqual([5, 7, 11]);
    expect(await partnersOf(companies[9]!)).toEqual([8, 10]);
  });

  it('are attached once, even if requested again (C7.4)', async () => {
    await run(attachPartners, companies[5]!, [companies[6]!]);
    expect(await partnersOf(companies[5]!)).toEqual([4, 6]);
  });

  it('may be the company itself, by one row (C7.4)', async () => {
    await run(attachPartners, companies[2]!, [companies[2]!]);
    expect(await partnersOf(companies[2]!)).toEqual([1, 2, 3]);
  });
});

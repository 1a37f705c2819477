import { PayrollApp } from '../../../support/payroll-app/payroll-app.js';
import { fillPayroll } from './seed.js';

let payroll: PayrollApp;

beforeAll(async () => {
  payroll = await PayrollApp.start();
  await fillPayroll(payroll);
});
afterAll(() => payroll?.stop());

const hidden = /salary|iban|budget|motto|mark\b|grade|approved|bonuses|reviews"|pay_slip/;

describe('Tools of a caller who does not see some members', () => {
  it('do not mention them in their schemas (C5.9, C11.2)', async () => {
    const describeTools = async (as?: 'accountant') =>
      (await payroll.ask('tools/list', {}, as)).result.tools.filter(({ name }: { name: string }) =>
        /^(clerks|teams|workers)-/.test(name),
      );
    expect(JSON.stringify(await describeTools())).not.toMatch(hidden);
    expect(JSON.stringify(await describeTools('accountant'))).toMatch(hidden);
  });

  it('do not offer to write a hidden relation (C5.9, C11.2)', async () => {
    const names = async (as?: 'accountant') =>
      (await payroll.ask('tools/list', {}, as)).result.tools.map(
        ({ name }: { name: string }) => name,
      );
    expect(await names()).not.toContain('workers-attach-tool');
    expect(await names('accountant')).toContain('workers-attach-tool');
  });

  it('are described without them as an MCP resource (C5.9)', async () => {
    const read = async (as?: 'accountant') => {
      const uri = 'resource-api://resources/workers';
      return (await payroll.ask('resources/read', { uri }, as)).result.contents[0].text;
    };
    expect(await read()).not.toMatch(hidden);
    expect(await read('accountant')).toMatch(hidden);
  });

  it('return records without them, and do not accept them as arguments (C5.9, C11.4)', async () => {
    const shown = await payroll.call('workers-show-tool', { id: 1 });
    expect(shown.structuredContent.data.attributes).toEqual({
      ...{ name: 'Ada', age: 40, desk: null, team_id: '1' },
    });
    const sorted = await payroll.call('workers-index-tool', { sort: 'salary' });
    expect([sorted.isError, sorted.content[0].text]).toEqual([
      true,
      expect.stringContaining('Allowed: id, name, age, desk, team.title.'),
    ]);
    const stored = await payroll.call('workers-update-tool', { id: 1, salary: 1 });
    expect(stored.isError).toBe(true);
  });
});

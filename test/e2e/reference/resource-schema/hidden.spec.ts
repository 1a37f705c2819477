import { PayrollApp } from '../../../support/payroll-app/payroll-app.js';
import { fillPayroll } from '../../records/rights/seed.js';

let payroll: PayrollApp;
let other: PayrollApp;

beforeAll(async () => {
  payroll = await PayrollApp.start(2);
  await fillPayroll(payroll);
  other = await PayrollApp.start(9);
});
afterAll(async () => {
  await payroll?.stop();
  await other?.stop();
});

const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe('GET /_schema and what the caller does not see (C17.1, C5.9)', () => {
  it('is the same for two databases that differ in hidden data only', async () => {
    for (const path of ['_schema', '_schema/workers', '_schema/badges'])
      expect((await payroll.get(path)).text).toBe((await other.get(path)).text);
  });

  it('does not contain a hidden field, input or relation', async () => {
    const { text, body } = await payroll.get('_schema');
    expect(text).not.toMatch(/salary|iban|budget|motto|pay_slip|approved|holders|is_good/);
    const [, , workers] = body.data;
    expect(workers.key).toBe('workers');
    expect(namesOf(workers.fields)).toEqual(['name', 'age', 'bio', 'desk', 'team_id']);
    expect(workers.relations.map(({ key }: { key: string }) => key)).toEqual([
      ...['team', 'marks', 'logs', 'copy'],
    ]);
  });

  it('contains them for a caller who sees them', async () => {
    const { body } = await payroll.get('_schema/workers', 'accountant');
    expect(namesOf(body.data.fields)).toEqual([
      ...['name', 'age', 'salary', 'iban', 'bio', 'desk', 'team_id', 'approved'],
    ]);
    expect(body.data.sorts).toContain('salary');
    expect(body.data.fields[2]).toMatchObject({ name: 'salary', required: true, writable: true });
    expect(body.data.fields[2].schema.description ?? '').not.toMatch(/Ignored/);
  });

  it('treats a resource that the caller may not use as an unknown one', async () => {
    const hidden = await payroll.get('_schema/badges');
    const unknown = await payroll.get('_schema/ghosts');
    expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
    expect((await payroll.get('_schema/badges', 'accountant')).status).toBe(200);
    expect((await payroll.get('_schema')).text).not.toMatch(/badges/);
  });

  it('describes members of every place over HTTP, and parameters of lists (C5.10)', async () => {
    const { fields, relations, sorts, searches } = (await payroll.get('_schema/workers')).body.data;
    const readable = fields.filter((field: { readable: boolean }) => field.readable);
    expect(namesOf(readable)).toEqual(['name', 'age', 'bio', 'desk', 'team_id']);
    expect(relations.map(({ key }: { key: string }) => key)).not.toContain('greeting');
    expect(sorts).toEqual(['id', 'name', 'age', 'desk', 'team.title']);
    expect(searches).toEqual(['name', 'team.title']);
  });
});

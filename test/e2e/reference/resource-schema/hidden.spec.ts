import type { LibraryApp } from '../../../support/library-app/library-app.js';
import { startStaff, startTwoTeams } from '../../../support/library-app/staff.js';

let library: LibraryApp;
let other: LibraryApp;

beforeAll(async () => {
  library = await startTwoTeams();
  other = await startStaff(9);
});
afterAll(async () => {
  await library?.stop();
  await other?.stop();
});

const namesOf = (list: readonly { readonly name: string }[]) => list.map(({ name }) => name);

describe('GET /_schema and what the caller does not see (C17.1, C5.9)', () => {
  it('is the same for two databases that differ in hidden data only', async () => {
    for (const path of ['_schema', '_schema/workers', '_schema/badges'])
      expect((await library.get(path)).text).toBe((await other.get(path)).text);
  });

  it('does not contain a hidden field, input or relation', async () => {
    const { text, body } = await library.get('_schema');
    expect(text).not.toMatch(/salary|iban|budget|motto|pay_slip|approved|holders|is_good/);
    const workers = body.data.find(({ key }: { key: string }) => key === 'workers');
    expect(namesOf(workers.fields)).toEqual(['name', 'age', 'bio', 'desk', 'team_id']);
    expect(workers.relations.map(({ key }: { key: string }) => key)).toEqual([
      ...['team', 'marks', 'logs', 'copy'],
    ]);
  });

  it('contains them for a caller who sees them', async () => {
    const { body } = await library.get('_schema/workers', 'librarian');
    expect(namesOf(body.data.fields)).toEqual([
      ...['name', 'age', 'salary', 'iban', 'bio', 'desk', 'team_id', 'approved'],
    ]);
    expect(body.data.sorts).toContain('salary');
    expect(body.data.fields[2]).toMatchObject({ name: 'salary', required: true, writable: true });
    expect(body.data.fields[2].schema.description ?? '').not.toMatch(/Ignored/);
  });

  it('treats a resource that the caller may not use as an unknown one', async () => {
    const hidden = await library.get('_schema/badges');
    const unknown = await library.get('_schema/ghosts');
    expect([hidden.status, hidden.text]).toEqual([404, unknown.text]);
    expect((await library.get('_schema/badges', 'librarian')).status).toBe(200);
    expect((await library.get('_schema')).text).not.toMatch(/badges/);
  });

  it('describes members of every place over HTTP, and parameters of lists (C5.10)', async () => {
    const { fields, relations, sorts, searches } = (await library.get('_schema/workers')).body.data;
    const readable = fields.filter((field: { readable: boolean }) => field.readable);
    expect(namesOf(readable)).toEqual(['name', 'age', 'bio', 'desk', 'team_id']);
    expect(relations.map(({ key }: { key: string }) => key)).not.toContain('greeting');
    expect(sorts).toEqual(['id', 'name', 'age', 'desk', 'team.title']);
    expect(searches).toEqual(['name', 'team.title']);
  });
});

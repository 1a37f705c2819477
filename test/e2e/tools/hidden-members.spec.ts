import type { LibraryApp } from '../../support/library-app/library-app.js';
import { startTwoTeams } from '../../support/library-app/staff.js';

let library: LibraryApp;

beforeAll(async () => {
  library = await startTwoTeams();
});
afterAll(() => library?.stop());

const hidden = /salary|iban|budget|motto|mark\b|grade|approved|bonuses|reviews"|pay_slip/;

describe('Tools of a caller who does not see some members', () => {
  it('do not mention them in their schemas (C5.9, C11.2)', async () => {
    const describeTools = async (as?: 'librarian') =>
      (await library.ask('tools/list', {}, as)).tools.filter(({ name }: { name: string }) =>
        /^(patrons|teams|workers)-/.test(name),
      );
    expect(JSON.stringify(await describeTools())).not.toMatch(hidden);
    expect(JSON.stringify(await describeTools('librarian'))).toMatch(hidden);
  });

  it('do not offer to write a hidden relation (C5.9, C11.2)', async () => {
    const names = async (as?: 'librarian') =>
      (await library.ask('tools/list', {}, as)).tools.map(({ name }: { name: string }) => name);
    expect(await names()).not.toContain('workers-attach-tool');
    expect(await names('librarian')).toContain('workers-attach-tool');
  });

  it('are described without them as an MCP resource (C5.9)', async () => {
    const read = async (as?: 'librarian') => {
      const uri = 'resource-api://resources/workers';
      return (await library.ask('resources/read', { uri }, as)).contents[0].text;
    };
    expect(await read()).not.toMatch(hidden);
    expect(JSON.parse(await read('librarian')).fields).toContainEqual({
      ...{ name: 'approved', type: 'json', readable: false, writable: true },
      rules: ['required', 'in:yes'],
    });
  });

  it('return records without them, and do not accept them as arguments (C5.9, C11.4)', async () => {
    const shown = await library.call('workers-show-tool', { id: 1 });
    expect(shown.structuredContent.data.attributes).toEqual({
      ...{ name: 'Ada', age: 40, desk: null, team_id: '1' },
    });
    const sorted = await library.call('workers-index-tool', { sort: 'salary' });
    expect([sorted.isError, sorted.content[0].text]).toEqual([
      true,
      expect.stringContaining('Allowed: id, name, age, desk, team.title.'),
    ]);
    const stored = await library.call('workers-update-tool', { id: 1, salary: 1 });
    expect(stored.isError).toBe(true);
  });
});

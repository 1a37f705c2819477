import { WrittenFiles } from '../../support/pages/written-files.js';
import { filesOfPage } from './written-pages.js';

/**
 * The pages of a line are compiled together, since creating a program is the expensive part: the
 * reader of one does not write a file of another. The pages whose reader has written the files of
 * an earlier one are missing.
 */
const programs = [
  [
    ...['actions', 'agents', 'authentication', 'errors', 'existing-database', 'field-rights'],
    ...['match-types', 'reading-as-the-caller', 'relations-example'],
  ],
  ['custom-operations'],
  ['user-type'],
];

describe('The code of docs/guide', () => {
  it.each(programs.map((pages) => ({ pages })))('compiles on the pages $pages', ({ pages }) => {
    const files = pages.flatMap((page) => [...filesOfPage(page)]);
    expect(new Set(files.map(([path]) => path)).size).toBe(files.length);
    expect(new WrittenFiles(new Map(files)).faults()).toEqual([]);
  });

  it('needs the declaration of the page about the type of users: without it the user is unknown', () => {
    const files = filesOfPage('user-type');
    const register = 'demo/resources/register.ts';
    expect([...files.keys()]).toContain(register);
    const faults = new WrittenFiles(new Map([...files, [register, 'export {};\n']])).faults();
    const unknown = faults.filter((fault) => fault.includes("'user' is of type 'unknown'"));
    const readings = files.get('demo/resources/users/user-rights.ts')!.match(/user\.\w+/g)!;
    expect(unknown).toHaveLength(readings.length);
  });
});

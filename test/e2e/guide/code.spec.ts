import { WrittenFiles } from '../readme/written-files.js';
import { filesOfPage } from './written-pages.js';

/** Without the pages whose reader has written the files of an earlier one. */
const pages = [
  ...['actions', 'agents', 'authentication', 'custom-operations', 'errors', 'existing-database'],
  ...['field-rights', 'match-types', 'reading-as-the-caller', 'relations-example', 'user-type'],
];

/** One file for all pages, so that the compiler reads the project once. */
describe('The code of docs/guide', () => {
  it.each(pages)('compiles on the page %s', (page) => {
    expect(new WrittenFiles(filesOfPage(page)).faults()).toEqual([]);
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

import { readFileSync } from 'node:fs';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { WrittenFiles } from '../readme/written-files.js';
import { filesOf } from '../readme/readme-blocks.js';

const path = 'docs/guide/user-type.md';
const register = 'demo/resources/register.ts';
const content = readFileSync(path, 'utf8');
const files = filesOf(content);

describe(path, () => {
  it('shows code that compiles', () => {
    expect([...files.keys()]).toContain(register);
    expect(new WrittenFiles(files).faults()).toEqual([]);
  });

  it('is right that the user is unknown without the declaration', () => {
    const faults = new WrittenFiles(new Map([...files, [register, 'export {};\n']])).faults();
    const unknown = faults.filter((fault) => fault.includes("'user' is of type 'unknown'"));
    const readings = files.get('demo/resources/users/user-rights.ts')!.match(/user\.\w+/g)!;
    expect(unknown).toHaveLength(readings.length);
  });

  it('names a fact that the demo declares', () => {
    const environment = readEnvironment({ DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' });
    const { facts } = deployment(environment).options.authentication.user;
    const [, fact] = /such as `(\w+)\?: boolean`/.exec(content)!;
    expect(Object.keys(facts!)).toEqual([fact]);
  });
});

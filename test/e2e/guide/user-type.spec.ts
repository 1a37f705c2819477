import { readFileSync } from 'node:fs';
import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';

const path = 'docs/guide/user-type.md';

describe(path, () => {
  it('names a fact that the demo declares', () => {
    const environment = readEnvironment({ DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' });
    const { facts } = deployment(environment).options.authentication.user;
    const [, fact] = /in the entity: `(\w+)\?: boolean`/.exec(readFileSync(path, 'utf8'))!;
    expect(Object.keys(facts!)).toEqual([fact]);
  });
});

import { deployment } from '../../../demo/deployment.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import { Page } from '../../support/pages/page.js';

const page = Page.guide('user-type');

describe(page.path, () => {
  it('names a fact that the demo declares', () => {
    const environment = readEnvironment({ DATABASE_URL: 'sqlite::memory:', LOG_LEVEL: 'silent' });
    const { facts } = deployment(environment).options.authentication.user;
    const [, fact] = /in the entity: `(\w+)\?: boolean`/.exec(page.text)!;
    expect(Object.keys(facts!)).toEqual([fact]);
  });
});

import { findOptionProblems } from '../../../src/options/find-option-problems.js';

const options = {
  database: { url: 'sqlite::memory:' },
  authentication: { user: { entity: class {}, identifier: 'name', password: 'password' } },
};
const problemsOf = (more: object) =>
  findOptionProblems({ ...options, ...more }).map(({ message }) => message);

describe.each([
  ['viewAs', 'a function of the user and the other account'],
  ['why', 'a function of the user and the account'],
])('The option %s (C2.9, C18.1)', (name, expected) => {
  it('needs a function', () => {
    expect(problemsOf({ [name]: { can: () => true } })).toEqual([]);
    expect(problemsOf({ [name]: {} })).toEqual([
      `${name}.can is required; it must be ${expected}.`,
    ]);
    expect(problemsOf({ [name]: { can: true } })).toEqual([
      `${name}.can must be ${expected}; true is not allowed.`,
    ]);
    expect(problemsOf({ [name]: { can: () => true, may: true } })).toEqual([
      expect.stringContaining(`${name}.may is not an option.`),
    ]);
  });
});

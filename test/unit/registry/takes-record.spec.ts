import { takesRecord } from '../../../src/registry/takes-record.js';

class Policy {
  plain(user: object) {
    return user !== null;
  }
  none() {
    return true;
  }
  looks(_user: object, record: object) {
    return record !== null;
  }
  rest(...given: object[]) {
    return given.length > 1;
  }
  defaulted(_user: object, record: object = {}) {
    return record !== null;
  }
  loose() {
    return arguments.length > 1;
  }
}

const methods = Policy.prototype;

describe('A policy method', () => {
  it('that takes the user alone, or nothing, does not look at the record (C4.4)', () => {
    expect([methods.plain, methods.none].map(takesRecord)).toEqual([false, false]);
  });

  it('looks at the record where it takes it, in whichever way', () => {
    const { looks, rest, defaulted, loose } = methods;
    expect([looks, rest, defaulted, loose, looks.bind(methods)].map(takesRecord)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
  });

  it('that is wrapped looks at the record, since the wrapper hides what it takes', () => {
    const wrapped = (...given: [object, object]) => methods.looks(...given);
    expect(takesRecord(wrapped)).toBe(true);
  });
});

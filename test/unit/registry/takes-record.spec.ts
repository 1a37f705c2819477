import { takesRecord, withoutRecord } from '../../../src/registry/resources/takes-record.js';

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
}

const methods = Policy.prototype;

describe('A policy method', () => {
  it('is called without a record if it has fewer than two parameters (C4.4)', () => {
    expect([methods.plain, methods.none].map(takesRecord)).toEqual([false, false]);
  });

  it('is called with the record if it has two parameters, bound or not (C4.4)', () => {
    expect([methods.looks, methods.looks.bind(methods)].map(takesRecord)).toEqual([true, true]);
  });

  it('does not count rest parameters and parameters with a default (C4.4)', () => {
    expect([methods.rest, methods.defaulted].map(takesRecord)).toEqual([false, false]);
  });

  it('throws if it hides its parameters and reads the record (C4.4)', () => {
    const published = (...[, post]: [object, { status?: string }]) => post.status !== 'draft';
    expect(() => published({}, withoutRecord)).toThrow('Declare the record as a plain parameter.');
  });
});

import { QueryFailedError } from 'typeorm';
import { RequestError } from '../../../src/errors/index.js';
import {
  isConnectionLost,
  isUniqueViolation,
  isVictim,
  translateFailure,
} from '../../../src/execution/database/translate-failure.js';

const failure = (members: object, text = 'failed') => Object.assign(new Error(text), members);
const codeOf = (error: unknown) => (translateFailure(error) as RequestError).code;

describe('a failure of the database', () => {
  it.each([
    ['57P01', 'the server shuts down'],
    ['53300', 'too many connections'],
    ['08006', 'connection failure'],
    ['ECONNREFUSED', 'nobody listens'],
    ['PROTOCOL_CONNECTION_LOST', 'mysql2 lost it'],
    ['SQLITE_BUSY', 'another process writes'],
    ['40P01', 'a deadlock, each time again'],
  ])('by the code %s is 503 with Retry-After: %s (C9)', (code) => {
    expect(translateFailure(failure({ code }))).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  });

  it.each([1040, 1927, 2013, 3169, 4031, 1213])('by the number %d is 503 with Retry-After (C9)', (errno) => {
    expect(translateFailure(failure({ errno }))).toMatchObject({ status: 503, headers: { 'Retry-After': '1' } });
  });

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Cannot use a pool after calling end on the pool',
    'Pool is closed.',
    "Can't add new command when connection is in closed state",
  ])('that has a text only is 503: %s (C9)', (text) => {
    expect(codeOf(new Error(text))).toBe('unavailable');
  });

  it.each([{ code: '57014' }, { errno: 1205 }, { errno: 1969 }, { errno: 3024 }])(
    'by a limit of time is 504: %j (C9)',
    (members) => {
      expect(codeOf(failure(members))).toBe('statement_timeout');
    },
  );

  it('is found under what TypeORM wraps around it', () => {
    expect(codeOf(new QueryFailedError('select 1', [], failure({ code: '57014' })))).toBe('statement_timeout');
  });

  it('keeps what it was as its cause, for the log', () => {
    const cause = failure({ code: '57014' });
    expect((translateFailure(cause) as RequestError).cause).toBe(cause);
  });

  it.each([
    failure({ code: '23505' }),
    failure({ errno: 1064 }),
    new RequestError('not_found'),
    'text',
    null,
    undefined,
  ])('of any other kind passes untouched', (error) => expect(translateFailure(error)).toBe(error));

  it('knows victims, broken unique indexes and lost connections, translated or not', () => {
    expect([failure({ code: '40001' }), failure({ errno: 1213 })].map(isVictim)).toEqual([true, true]);
    expect(isVictim(translateFailure(failure({ code: '40P01' })))).toBe(true);
    expect(isVictim(failure({ code: '57P01' }))).toBe(false);
    const unique = [{ code: '23505' }, { errno: 1062 }, { code: 'SQLITE_CONSTRAINT_UNIQUE' }];
    expect(unique.map((members) => isUniqueViolation(failure(members)))).toEqual([true, true, true]);
    expect(isUniqueViolation(failure({ code: '23503' }))).toBe(false);
    expect(isConnectionLost(translateFailure(failure({ code: '57P01' })))).toBe(true);
    expect(isConnectionLost(failure({ code: '57014' }))).toBe(false);
  });
});

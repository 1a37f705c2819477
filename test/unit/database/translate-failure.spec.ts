import { QueryFailedError } from 'typeorm';
import { RequestError } from '../../../src/base/errors/index.js';
import {
  isConnectionLost,
  isPassing,
  isUniqueViolation,
  isDeadlockVictim,
  translateFailure,
  refusalOf,
  translateRefusal,
} from '../../../src/database/failures/translate-failure.js';

const failure = (members: object, text = 'failed') => Object.assign(new Error(text), members);
const codeOf = (error: unknown) => (translateFailure(error) as RequestError).code;

describe('a failure of the database', () => {
  it.each([
    ['57P01', 'the server shuts down'],
    ['53300', 'too many connections'],
    ['08006', 'connection failure'],
    ['ECONNREFUSED', 'no server listens'],
    ['PROTOCOL_CONNECTION_LOST', 'mysql2 lost it'],
    ['SQLITE_BUSY', 'another process writes'],
    ['40P01', 'a repeated deadlock'],
  ])('is 503 by the code %s with Retry-After: %s (C9)', (code) => {
    expect(translateFailure(failure({ code }))).toMatchObject({
      status: 503,
      headers: { 'Retry-After': '1' },
    });
  });

  it.each([1040, 1927, 2013, 3169, 4031, 1213])(
    'is 503 by the number %d with Retry-After (C9)',
    (errno) => {
      expect(translateFailure(failure({ errno }))).toMatchObject({
        status: 503,
        headers: { 'Retry-After': '1' },
      });
    },
  );

  it.each([
    'timeout exceeded when trying to connect',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Cannot use a pool after calling end on the pool',
    'Pool is closed.',
    "Can't add new command when connection is in closed state",
  ])('is 503 if it has only a message: %s (C9)', (text) => {
    expect(codeOf(new Error(text))).toBe('unavailable');
  });

  it.each([{ code: '57014' }, { errno: 1205 }, { errno: 1969 }, { errno: 3024 }, { errno: 3572 }])(
    'is 504 by a timeout: %j (C9)',
    (members) => {
      expect(codeOf(failure(members))).toBe('statement_timeout');
    },
  );

  it('is found under what TypeORM wraps around it', () => {
    expect(codeOf(new QueryFailedError('select 1', [], failure({ code: '57014' })))).toBe(
      'statement_timeout',
    );
  });

  describe.each([
    {
      outcome: 'needs an operator: 503, and 10 seconds until the next try',
      codes: ['28P01', '3D000', '53000', '53100', '53200', '53400', '58030', 'F0001'],
      sqlite: [
        'SQLITE_FULL',
        'SQLITE_IOERR',
        'SQLITE_IOERR_WRITE',
        'SQLITE_NOMEM',
        'SQLITE_CANTOPEN_ISDIR',
      ],
      numbers: [1021, 1030, 1044, 1045, 1046, 1049, 1114, 4151],
      expected: { status: 503, headers: { 'Retry-After': '10' } },
    },
    {
      outcome: 'means a read-only database: 503, and 10 seconds until the next try',
      codes: ['25006'],
      sqlite: ['SQLITE_READONLY', 'SQLITE_READONLY_DBMOVED', 'SQLITE_READONLY_RECOVERY'],
      numbers: [1036, 1290, 1792, 1836, 1874],
      expected: { status: 503, headers: { 'Retry-After': '10' } },
    },
    {
      outcome: 'is temporary: 503, and a second until the next try',
      codes: ['08P01', '26000', '40003', '55006', '55P03', '57P04', '72000'],
      sqlite: [
        'SQLITE_BUSY_SNAPSHOT',
        'SQLITE_LOCKED_SHAREDCACHE',
        'SQLITE_PROTOCOL',
        'SQLITE_SCHEMA',
      ],
      numbers: [1020, 1047, 1206, 1412, 1461, 1615],
      expected: { status: 503, headers: { 'Retry-After': '1' } },
    },
  ])('that $outcome (C9)', ({ codes, sqlite, numbers, expected }) => {
    it.each([...codes, ...sqlite])('%s', (code) =>
      expect(translateFailure(failure({ code }))).toMatchObject(expected),
    );
    it.each(numbers)('%d', (errno) =>
      expect(translateFailure(failure({ errno, sqlState: 'HY000' }))).toMatchObject(expected),
    );
  });

  it.each([
    { code: '42P01' },
    { code: '55000' },
    { code: '0A000' },
    { code: 'XX001' },
    { code: 'SQLITE_CORRUPT_INDEX' },
    { code: 'SQLITE_ERROR' },
    { errno: 1064, sqlState: '42000' },
    { errno: 1146, sqlState: '42S02' },
    { code: 'constructor' },
    { code: 20 },
  ])('is unchanged if it comes from the service itself: %j (C9)', (members) => {
    const error = failure(members);
    expect(translateFailure(error)).toBe(error);
  });

  it('is 503 when a connection is opened, for any reason (C9)', () => {
    const causes = [
      { code: '55000' },
      { code: '42501' },
      { errno: 1044 },
      { code: 'CERT_HAS_EXPIRED' },
    ];
    for (const cause of causes.map((members) => failure(members)))
      expect(translateRefusal(cause)).toMatchObject({ status: 503, code: 'unavailable', cause });
  });

  it('is waited for at the start only if it is temporary', () => {
    expect(
      ['57P03', '53300', 'ECONNREFUSED', 'SQLITE_BUSY'].map((code) => isPassing(failure({ code }))),
    ).toEqual([true, true, true, true]);
    expect(
      ['28P01', '3D000', 'SQLITE_CANTOPEN', '42601'].map((code) => isPassing(failure({ code }))),
    ).toEqual([false, false, false, false]);
  });

  it('drops connections that are outdated: a read-only server, statements that no longer fit', () => {
    const stale = failure({ code: '0A000', routine: 'RevalidateCachedQuery' });
    expect(
      [stale, failure({ code: '25006' }), failure({ errno: 1290 })].map(isConnectionLost),
    ).toEqual([true, true, true]);
    expect([isDeadlockVictim(stale), isDeadlockVictim(failure({ code: '25006' }))]).toEqual([
      true,
      false,
    ]);
    expect(isConnectionLost(failure({ code: '53100' }))).toBe(false);
  });

  it.each([
    { code: '22P02' },
    { code: '23P01' },
    { code: '44000' },
    { code: '54000' },
    { code: 'SQLITE_TOOBIG' },
    { errno: 1265, sqlState: '01000' },
    { errno: 4078, sqlState: '22000' },
  ])('is recognized for a value that the schema does not accept: %j', (members) =>
    expect(refusalOf(failure(members))?.kind).toBe('value'),
  );

  it('keeps the original error as its cause, for the log', () => {
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
  ])('is unchanged if it is of any other kind', (error) =>
    expect(translateFailure(error)).toBe(error),
  );

  it('identifies deadlock victims, broken unique indexes and lost connections, translated or not', () => {
    expect([failure({ code: '40001' }), failure({ errno: 1213 })].map(isDeadlockVictim)).toEqual([
      true,
      true,
    ]);
    expect(isDeadlockVictim(translateFailure(failure({ code: '40P01' })))).toBe(true);
    expect(isDeadlockVictim(failure({ code: '57P01' }))).toBe(false);
    const unique = [{ code: '23505' }, { errno: 1062 }, { code: 'SQLITE_CONSTRAINT_UNIQUE' }];
    expect(unique.map((members) => isUniqueViolation(failure(members)))).toEqual([
      true,
      true,
      true,
    ]);
    expect(isUniqueViolation(failure({ code: '23503' }))).toBe(false);
    expect(isConnectionLost(translateFailure(failure({ code: '57P01' })))).toBe(true);
    expect(isConnectionLost(failure({ code: '57014' }))).toBe(false);
  });
});

describe('A refused change', () => {
  const refused = (members: object, message = 'message') =>
    refusalOf(Object.assign(new Error(message), members));

  it.each([
    [{ code: 'P0001' }, 'refused'],
    [{ code: 'SHOP1', routine: 'exec_stmt_raise' }, 'refused'],
    [{ code: '42501' }, 'refused'],
    [{ code: '23503' }, 'foreignKey'],
    [{ code: '23001' }, 'referenced'],
    [{ code: 'SQLITE_CONSTRAINT_TRIGGER' }, 'refused'],
    [{ errno: 1644, sqlState: '45000' }, 'refused'],
    [{ errno: 31000, sqlState: '45001' }, 'refused'],
    [{ errno: 1451, sqlState: '23000' }, 'referenced'],
    [{ errno: 1452, sqlState: '23000' }, 'missing'],
  ])('%j is of the kind %s', (members, kind) => expect(refused(members)?.kind).toBe(kind));

  it.each([{ code: '42601' }, { code: '57014' }, { errno: 1064 }, { code: 'SQLITE_ERROR' }, {}])(
    '%j is another failure',
    (members) => expect(refused(members)).toBeNull(),
  );

  it.each([
    [
      { code: 'SQLITE_CONSTRAINT_UNIQUE' },
      'UNIQUE constraint failed: books.shelf, books.spot',
      { table: 'books', constraint: null, columns: ['shelf', 'spot'] },
    ],
    [
      { code: 'SQLITE_CONSTRAINT_CHECK' },
      'CHECK constraint failed: price >= 0',
      { table: null, constraint: 'price >= 0', columns: [] },
    ],
    [
      { code: 'SQLITE_CONSTRAINT_DATATYPE' },
      'cannot store TEXT value in INTEGER column books.spot',
      { table: 'books', constraint: null, columns: ['spot'] },
    ],
    [
      {
        code: '23505',
        table: 'books',
        constraint: 'place',
        detail: 'Schlüssel »(shelf, "Spot")=(1, (2))« existiert bereits.',
      },
      'doppelter Schlüsselwert',
      { table: 'books', constraint: null, columns: ['shelf', 'Spot'] },
    ],
    [
      { code: '23514', table: 'books', constraint: 'fair_price', detail: 'Failing row (1).' },
      'new row violates check',
      { table: 'books', constraint: 'fair_price', columns: [] },
    ],
    [
      { code: '23502', table: 'books', column: 'title' },
      'null value',
      { table: 'books', constraint: null, columns: ['title'] },
    ],
    [
      { errno: 1062, sqlState: '23000' },
      "Doppelter Eintrag '1-'2' für Schlüssel 'books.place'",
      { table: null, constraint: 'place', columns: [] },
    ],
    [
      { errno: 1452, sqlState: '23000' },
      'Cannot add: (`test`.`books`, CONSTRAINT `fk` FOREIGN KEY (`shelf`, `spot`) REFERENCES `s` (`id`))',
      { table: null, constraint: null, columns: ['shelf', 'spot'] },
    ],
    [
      { errno: 4025, sqlState: '23000' },
      'CONSTRAINT `books.price` failed for `test`.`books`',
      { table: null, constraint: 'price', columns: [] },
    ],
    [
      { errno: 3819, sqlState: 'HY000' },
      "Check constraint 'books_chk_1' is violated.",
      { table: null, constraint: 'books_chk_1', columns: [] },
    ],
    [
      { errno: 1366, sqlState: '22007' },
      "Incorrect integer value: 'title' for column `test`.`books`.`spot` at row 1",
      { table: null, constraint: null, columns: ['spot'] },
    ],
  ])('%j names what it is about', (members, message, expected) =>
    expect(refused(members, message)).toMatchObject(expected),
  );
});

import { createLogger, describeLoggedError, NestLogger } from '../../../src/base/logging/index.js';
import { loadBetterSqlite } from '../../../src/database/engines/sqlite/load-better-sqlite.js';

function logged(
  work: (logger: ReturnType<typeof createLogger>) => void,
  level: 'info' | 'trace' = 'info',
) {
  const lines: string[] = [];
  work(createLogger(level, { write: (line) => void lines.push(line) }));
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}

function caught(work: () => unknown): unknown {
  try {
    work();
  } catch (fault) {
    return fault;
  }
  throw new Error('It did not fail.');
}

describe('the log', () => {
  it.each([
    { authorization: 'x1' },
    { headers: { authorization: 'x1' } },
    { request: { headers: { authorization: 'x1' } } },
    { body: { password: 'x1', current_password: 'x1' } },
    { access_token: 'x1', token: 'x1' },
  ])('replaces secrets: %j (Issue, errors)', (line) => {
    expect(JSON.stringify(logged((logger) => logger.info(line)))).not.toContain('x1');
  });

  it('keeps a line break in a message within one line (threats)', () => {
    expect(logged((logger) => logger.info({ path: 'a\n{"level":"fatal"}' }))).toHaveLength(1);
  });

  it("contains Nest's messages, with those about every route at the level debug (Issue, errors)", () => {
    const lines = logged((logger) => {
      const nest = new NestLogger(logger);
      nest.log('Mapped {/a, GET} route', 'RouterExplorer');
      nest.log('Migrated', 'Database');
      nest.error('Broken', 'Error: Broken\n    at x', 'Database');
      nest.error(new Error('Thrown'));
    });
    expect(lines).toMatchObject([
      { level: 'info', event: 'nest', context: 'Database', message: 'Migrated' },
      {
        level: 'error',
        context: 'Database',
        message: 'Broken',
        stack: expect.stringContaining('at x'),
      },
      { level: 'error', error: { type: 'Error', message: 'Thrown', stack: expect.any(String) } },
    ]);
  });

  it('contains only the name, message, code, stack and causes of an error (C8.3)', () => {
    const cause = Object.assign(new Error('inner'), { code: 7, parameters: ['hash'] });
    expect(describeLoggedError(new TypeError('outer', { cause }))).toEqual({
      type: 'TypeError',
      message: 'outer',
      stack: expect.any(String),
      cause: { type: 'Error', message: 'inner', code: '7', stack: expect.any(String) },
    });
    expect(describeLoggedError('text')).toEqual({ type: 'string', message: 'text' });
  });

  it('contains the code of an error of SQLite, which is not a native one', () => {
    const database = new (loadBetterSqlite())(':memory:');
    const fault = caught(() => database.prepare('select x from nowhere'));
    expect(describeLoggedError(fault)).toMatchObject({
      type: 'SqliteError',
      message: 'no such table: nowhere',
      code: 'SQLITE_ERROR',
      stack: expect.stringContaining('logging.spec'),
    });
  });

  it('handles an error that is its own cause (threats)', () => {
    const error = new Error('loop');
    error.cause = error;
    expect(JSON.stringify(describeLoggedError(error)).match(/loop/g)!.length).toBeLessThan(20);
  });
});

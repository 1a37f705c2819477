import {
  numberPlaceholders,
  PostgresStatements,
} from '../../../src/database/engines/postgres/postgres-statements.js';

describe('placeholders', () => {
  it('are numbered in their order, and ignored inside quotes and comments', () => {
    const sql = `select '?', 'it''s ?', "a ?" -- why?\n from t /* ? */ where a = ? and b in (?, ?)`;
    expect(numberPlaceholders(sql)).toBe(
      `select '?', 'it''s ?', "a ?" -- why?\n from t /* ? */ where a = $1 and b in ($2, $3)`,
    );
  });
});

describe('names of statements', () => {
  it('are the same for the same SQL, and different for different SQL', () => {
    const statements = new PostgresStatements();
    const first = statements.get('select ?');
    expect(first).toEqual({ name: expect.stringMatching(/^.{16}$/), text: 'select $1' });
    expect(statements.get('select ?')).toBe(first);
    expect(statements.get('select ?, 2').name).not.toBe(first.name);
  });

  it('are given to 500 statements only, since the server keeps each; the first keep theirs', () => {
    const statements = new PostgresStatements();
    const named = Array.from(
      { length: 600 },
      (_, index) => statements.get(`select ${index}`).name,
    ).filter(Boolean);
    expect(new Set(named).size).toBe(500);
    expect(statements.get('select 0').name).toBe(named[0]);
    expect(statements.get('select 599')).toEqual({ text: 'select 599' });
  });
});

import { csvCell } from '../../../src/addons/exports/csv-cell.js';

describe('A cell of CSV (C17.3)', () => {
  it.each([
    [null, ''],
    ['', '""'],
    ['plain', 'plain'],
    ['é 漢 😀', 'é 漢 😀'],
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['two\r\nlines', '"two\r\nlines"'],
    [-1.5, '-1.5'],
    ['-1.50', '-1.50'],
    ['+33', '+33'],
    ['-1e5', '-1e5'],
    ['-.5', '-.5'],
    ['+33 1', "'+33 1"],
    ['=1', "'=1"],
    ['=1+1', "'=1+1"],
    ['-', "'-"],
    ['-1+cmd', "'-1+cmd"],
    ['-1\n', `"'-1\n"`],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['\tx', "'\tx"],
    ['\rx', `"'\rx"`],
    ["'=1", "'=1"],
    [' =1', ' =1'],
    ['=HYPERLINK("a")', `"'=HYPERLINK(""a"")"`],
    [true, 'true'],
    [{ a: ['b'] }, '"{""a"":[""b""]}"'],
  ])('%j is written as %s', (value, cell) => {
    expect(csvCell(JSON.stringify(value))).toBe(cell);
  });

  it('keeps the digits of numbers that JavaScript would round', () => {
    expect(csvCell('-9007199254740993')).toBe('-9007199254740993');
  });
});

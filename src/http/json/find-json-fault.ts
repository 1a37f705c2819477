import { readToken, type TokenKind } from './read-token.js';

/** Why a string is not accepted as a JSON body, and at which character. */
export interface JsonFault {
  readonly message: string;
  readonly position: number;
}

type Expected =
  'value' | 'value or end' | 'key' | 'key or end' | 'colon' | 'comma or end' | 'nothing';

const expectedTokens: Record<Expected, string> = {
  value: 'a value',
  'value or end': 'a value or "]"',
  key: 'a key in double quotes',
  'key or end': 'a key in double quotes or "}"',
  colon: '":"',
  'comma or end': '"," or the closing bracket',
  nothing: 'the end',
};

/**
 * Finds the first position where a string is not valid JSON, is nested deeper than `maxDepth`, or
 * has a `__proto__` key. Only called for a rejected body: `JSON.parse` does not report the position
 * of every fault, and its messages change with the engine. Iterative and linear in the length of
 * the string.
 *
 * @contract C9
 */
export function findJsonFault(json: string, maxDepth: number): JsonFault | undefined {
  const open: ('{' | '[')[] = [];
  let expected: Expected = 'value';
  let position = skipBlanks(json, 0);
  while (position < json.length) {
    const token = readToken(json, position);
    const next: Expected | undefined = token && follow(expected, token.kind, open);
    if (!token || !next) return unexpected(json, position, expected);
    if (open.length > maxDepth)
      return { message: `The body is nested deeper than ${maxDepth} levels`, position };
    if (next === 'colon' && JSON.parse(json.slice(position, token.end)) === '__proto__')
      return { message: 'The key "__proto__" is not allowed', position };
    expected = next;
    position = skipBlanks(json, token.end);
  }
  return expected === 'nothing' ? undefined : unexpected(json, position, expected);
}

function follow(expected: Expected, kind: TokenKind, open: ('{' | '[')[]): Expected | undefined {
  if (expected === 'colon') return kind === ':' ? 'value' : undefined;
  if (expected === 'nothing') return undefined;
  if (expected === 'comma or end' && kind === ',') return open.at(-1) === '{' ? 'key' : 'value';
  if (closes(expected, kind, open.at(-1))) return open.pop() && afterValue(open);
  if (expected === 'key' || expected === 'key or end')
    return kind === 'string' ? 'colon' : undefined;
  return expected === 'comma or end' ? undefined : startValue(kind, open);
}

function startValue(kind: TokenKind, open: ('{' | '[')[]): Expected | undefined {
  if (kind === 'string' || kind === 'scalar') return afterValue(open);
  if (kind !== '{' && kind !== '[') return undefined;
  open.push(kind);
  return kind === '{' ? 'key or end' : 'value or end';
}

function closes(expected: Expected, kind: TokenKind, opened: '{' | '[' | undefined): boolean {
  return expected.endsWith('or end') && kind === (opened === '{' ? '}' : ']');
}

const afterValue = (open: readonly string[]): Expected =>
  open.length === 0 ? 'nothing' : 'comma or end';

function unexpected(json: string, position: number, expected: Expected): JsonFault {
  const found = position < json.length ? JSON.stringify(json[position]) : 'the end of the body';
  return {
    message: `The body is not valid JSON: expected ${expectedTokens[expected]}, found ${found}`,
    position,
  };
}

function skipBlanks(json: string, from: number): number {
  let position = from;
  while (' \t\n\r'.includes(json[position] ?? 'x')) position++;
  return position;
}

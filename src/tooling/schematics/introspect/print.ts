import type { Default } from './sql-text.js';

/** Prints a string as a literal in TypeScript, with single quotes. */
export const printString = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

/** Prints an object in one line: `{ name: 'cust_nm', length: 60 }`; nothing for an empty one. */
export function printOptions(options: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(options).filter(([, value]) => value !== undefined);
  if (members.length === 0) return '';
  return `{ ${members.map(([name, value]) => `${name}: ${printValue(value)}`).join(', ')} }`;
}

/** SQL, or the name of a class, in place of a value. */
export class Verbatim {
  constructor(readonly text: string) {}
}

function printValue(value: unknown): string {
  if (value instanceof Verbatim) return value.text;
  if (Array.isArray(value)) return `[${value.map(printValue).join(', ')}]`;
  if (typeof value === 'string') return printString(value);
  if (typeof value === 'object' && value !== null)
    return printOptions(value as Readonly<Record<string, unknown>>);
  return String(value);
}

/** The option `default` of a column. */
export const printDefault = (given: Default | null): unknown => {
  if (given === null) return undefined;
  return 'sql' in given ? new Verbatim(`() => ${printString(given.sql)}`) : given.value;
};

/** Prints a list of strings as a property of an object, in one line if it fits. */
export const printList = (name: string, items: readonly string[]): string =>
  `  ${printItems(name, items.map(printString))},`;

/** Prints a list as a property in an indented object, in one line if it fits. */
function printItems(name: string, items: readonly string[]): string {
  const line = `${name}: [${items.join(', ')}]`;
  return line.length <= 97
    ? line
    : `${name}: [\n${items.map((item) => `    ${item},\n`).join('')}  ]`;
}

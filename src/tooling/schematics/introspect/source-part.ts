import { posix } from 'node:path';

/** A name that a piece of source needs from a package, or from a file of the application. */
export interface Import {
  /** `Book`, `type Book` where only the type is used, or `* as books` for all of a file. */
  readonly name: string;
  /** A package, or a path that ends with `.ts`. */
  readonly from: string;
}

/** A declaration, and what it imports. A file consists of one or several. */
export interface SourcePart {
  readonly imports: readonly Import[];
  readonly body: string;
}

/** Prints a file: the imports of all parts, each name once, and then the parts. */
export function printFile(path: string, parts: readonly SourcePart[]): string {
  const names = new Map<string, Set<string>>();
  for (const { name, from } of parts.flatMap(({ imports }) => imports)) {
    if (from === path) continue;
    const found = names.get(from) ?? new Set();
    names.set(from, found.add(name));
  }
  const lines = [...names]
    .map(([from, found]) => ({ from: specifierOf(path, from), found: [...found] }))
    .sort((one, other) => orderOf(one.from) - orderOf(other.from))
    .map(({ from, found }) => printImport(withoutRepeats(found), from));
  const bodies = parts.map(({ body }) => body).join('\n');
  return lines.length > 0 ? `${lines.join('\n')}\n\n${bodies}` : bodies;
}

/** Packages come before files. */
const orderOf = (specifier: string): number => (specifier.startsWith('.') ? 1 : 0);

/** Returns the path that one file of the sources imports another by. */
function specifierOf(path: string, from: string): string {
  if (!from.endsWith('.ts')) return from;
  const relative = posix.relative(posix.dirname(path), from.replace(/\.ts$/, '.js'));
  return relative.startsWith('.') ? relative : `./${relative}`;
}

/** Values in the order of the alphabet, then types that are not imported as values. */
function withoutRepeats(names: readonly string[]): readonly string[] {
  const values = names.filter((name) => !name.startsWith('type ')).sort();
  const types = names.filter((name) => name.startsWith('type ')).sort();
  return [...values, ...types.filter((name) => !values.includes(name.slice(5)))];
}

function printImport(names: readonly string[], from: string): string {
  if (names[0]!.startsWith('* as ')) return `import ${names[0]} from '${from}';`;
  const areTypes = names.every((name) => name.startsWith('type '));
  const shown = areTypes ? names.map((name) => name.slice(5)) : names;
  const head = areTypes ? 'import type' : 'import';
  const line = `${head} { ${shown.join(', ')} } from '${from}';`;
  return line.length <= 100
    ? line
    : `${head} {\n${shown.map((name) => `  ${name},\n`).join('')}} from '${from}';`;
}

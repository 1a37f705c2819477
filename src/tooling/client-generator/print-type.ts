import type { Schema } from '../../addons/reference/openapi/document/open-api.js';

/**
 * Whether a value is in responses, or in bodies, which also accept what JSON turns into strings.
 */
export type Direction = 'response' | 'body';

/** Finds what `$ref` points to. */
type Resolve = (pointer: string) => Schema;

interface Keywords {
  readonly $ref?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
  readonly description?: string;
  readonly deprecated?: boolean;
}

/** Prints JSON Schema as types. Keywords that types cannot express are left out. */
export class TypePrinter {
  constructor(
    private readonly resolve: Resolve,
    private readonly direction: Direction,
  ) {}

  /** Returns the type of a value. */
  print(schema: Schema, path: readonly string[] = []): string {
    const parts = this.partsOf(schema, path);
    return parts.length === 0 ? 'unknown' : intersection(parts);
  }

  private partsOf(schema: Keywords, path: readonly string[]): readonly string[] {
    if (schema.$ref !== undefined) return [this.printReference(schema.$ref, path)];
    if ('const' in schema) return [literal(schema.const)];
    if (schema.enum) return [union(schema.enum.map(literal))];
    const { anyOf, oneOf = anyOf, allOf = [], not } = schema;
    if (not && Object.keys(not).length === 0) return ['never'];
    return [
      ...this.ownPart(schema, path),
      ...allOf.map((each) => this.print(each, path)),
      ...(oneOf ? [union(oneOf.map((each) => this.print(each, path)))] : []),
    ].filter((part) => part !== 'unknown');
  }

  /** What a type points to is printed in its place; a schema that contains itself is not. */
  private printReference(pointer: string, path: readonly string[]): string {
    return path.includes(pointer)
      ? 'unknown'
      : this.print(this.resolve(pointer), [...path, pointer]);
  }

  private ownPart(schema: Keywords, path: readonly string[]): readonly string[] {
    const { type, properties, required } = schema;
    if (type !== undefined)
      return [union([type].flat().map((each) => this.printNamed(each, schema, path)))];
    return properties || required ? [this.printObject(schema, path)] : [];
  }

  private printNamed(type: string, schema: Keywords, path: readonly string[]): string {
    switch (type) {
      case 'string':
        return this.printString(schema.format);
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return `readonly ${grouped(this.print(schema.items ?? {}, path))}[]`;
      case 'object':
        return this.printObject(schema, path);
      default:
        return type;
    }
  }

  private printString(format: string | undefined): string {
    if (format === 'binary') return 'Blob';
    const isInstant = format === 'date-time' && this.direction === 'body';
    return isInstant ? 'string | Date' : 'string';
  }

  private printObject(schema: Keywords, path: readonly string[]): string {
    const { properties = {}, required = [], additionalProperties } = schema;
    const unnamed = required.filter((name) => !(name in properties));
    const members = [
      ...Object.entries(properties).map(([name, each]) =>
        member(name, this.print(each, path), each, !required.includes(name)),
      ),
      ...unnamed.map((name) => member(name, 'unknown')),
    ];
    if (members.length > 0) return `{\n${members.join('\n')}\n}`;
    if (additionalProperties === false) return 'Record<string, never>';
    const value =
      typeof additionalProperties === 'object' ? this.print(additionalProperties, path) : 'unknown';
    return `{ readonly [name: string]: ${value} }`;
  }
}

/** A part of a document, such as a schema or a parameter. */
export interface DescribedPart {
  readonly description?: unknown;
  readonly deprecated?: unknown;
}

/**
 * Returns a member of an object type, with a comment on what it is: editors strike through what is
 * deprecated.
 */
export const member = (
  name: string,
  type: string,
  { description, deprecated }: DescribedPart = {},
  isOptional = false,
): string =>
  `${comment(deprecated === true ? `@deprecated ${String(description)}` : description)}readonly ${memberName(name)}${isOptional ? '?' : ''}: ${type};`;

/** Returns a comment in a line of its own. */
export const comment = (text: unknown): string =>
  typeof text === 'string' && text !== ''
    ? `/** ${text.replaceAll('*/', '*\u200b/').replace(/\s+/g, ' ')} */\n`
    : '';

/** Returns the name of a member, in quotes if necessary. */
export const memberName = (name: string): string =>
  /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name);

/** Returns a value as a type, or as an expression. */
export function literal(value: unknown): string {
  if (typeof value !== 'string') return isScalar(value) ? String(value) : 'unknown';
  const text = JSON.stringify(value).slice(1, -1);
  return `'${text.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}
const isScalar = (value: unknown): value is number | boolean | null =>
  value === null || typeof value === 'number' || typeof value === 'boolean';

/** Returns a union without repetitions; `never` of nothing. */
export function union(types: readonly string[]): string {
  if (types.includes('unknown')) return 'unknown';
  return [...new Set(types)].join(' | ') || 'never';
}

const intersection = (types: readonly string[]): string =>
  types.length === 1 ? types[0]! : types.map(grouped).join(' & ');
const grouped = (type: string): string => (/[|&]| => |^readonly /.test(type) ? `(${type})` : type);

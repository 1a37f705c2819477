import type { Layout } from './layout.js';
import type { ColumnModel, EntityModel, JoinColumn, RelationModel } from './model.js';
import { printDefault, printOptions, printString, Verbatim } from './print.js';
import type { Import, SourcePart } from './source-part.js';

/** Returns the entity of a table. */
export function renderEntity(entity: EntityModel, layout: Layout): SourcePart {
  const { names, table, columns, relations, uniques } = entity;
  const members = [...columns.map(renderColumn), ...relations.map(renderRelation)].join('\n');
  const indexes = uniques
    .map((each) => `@Index([${each.map(printString).join(', ')}], { unique: true })\n`)
    .join('');
  const body = `@Entity(${printString(table)})\n${indexes}export class ${names.class} {\n${members}\n}\n`;
  return { body, imports: importsOfEntity(entity, body, layout) };
}

/** Returns what declarations of an entity need: its decorators, and the entities that it refers to. */
export function importsOfEntity(
  entity: EntityModel,
  body: string,
  layout: Layout,
): readonly Import[] {
  const decorators = [...body.matchAll(/^ *@(\w+)\(|\) @(\w+)\(/gm)].map(
    ([, first, next]) => first ?? next!,
  );
  const { relations } = entity;
  return [
    ...decorators.map((name) => ({ name, from: 'typeorm' })),
    ...(relations.length > 0 ? [{ name: 'type Relation', from: 'typeorm' }] : []),
    ...relations
      .filter(({ target }) => target !== entity)
      .map(({ target }) => ({ name: target.names.class, from: layout.entity(target) })),
  ];
}

export function renderColumn(column: ColumnModel): string {
  const { property, mapped, nullable } = column;
  const type =
    nullable && mapped.property !== 'unknown' ? `${mapped.property} | null` : mapped.property;
  return member([decoratorOf(column)], `${property}!: ${type};`);
}

/** A member in one line if it fits. */
function member(decorators: readonly string[], property: string): string {
  const line = `  ${[...decorators, property].join(' ')}`;
  return line.length <= 100 ? line : `  ${[...decorators, property].join('\n  ')}`;
}

/** The decorator of a column, as in the source of its entity. */
export function decoratorOf({ property, name, role, mapped, ...column }: ColumnModel): string {
  const named = property === name ? undefined : name;
  const nullable = column.nullable || undefined;
  const { type } = mapped;
  if (role === 'created') return `@CreateDateColumn(${printOptions({ name: named, nullable })})`;
  if (role === 'updated') return `@UpdateDateColumn(${printOptions({ name: named, nullable })})`;
  if (role === 'deleted') return `@DeleteDateColumn(${printOptions({ name: named })})`;
  if (role === 'generated key') return generatedKey(mapped, named);
  const options = {
    name: named,
    ...mapped.options,
    nullable,
    unique: column.unique || undefined,
    default: printDefault(column.default),
  };
  const decorator = role === 'key' ? 'PrimaryColumn' : 'Column';
  if (type === 'Date')
    return `@${decorator}(${printOptions({ type: new Verbatim('Date'), ...options })})`;
  return type === 'varchar' && mapped.options.enum
    ? `@${decorator}(${printOptions({ type, ...options })})`
    : call(decorator, type, options);
}

function generatedKey({ type, options }: ColumnModel['mapped'], name: string | undefined): string {
  if (type === 'uuid') return call('PrimaryGeneratedColumn', 'uuid', { name });
  if (type === 'int' && Object.keys(options).length === 0)
    return `@PrimaryGeneratedColumn(${printOptions({ name })})`;
  return call('PrimaryGeneratedColumn', 'increment', { type, name, ...options });
}

function call(decorator: string, type: string, options: Readonly<Record<string, unknown>>): string {
  const printed = printOptions(options);
  return `@${decorator}(${printString(type)}${printed && `, ${printed}`})`;
}

export function renderRelation(relation: RelationModel): string {
  const { kind, property, target, inverse, nullable, join, joinTable } = relation;
  const { class: name } = target.names;
  const isMany = kind === 'OneToMany' || kind === 'ManyToMany';
  const back = inverse === null ? '' : `, (row) => row.${inverse}`;
  const decorators = [`@${kind}(() => ${name}${back})`];
  if (join) decorators.push(`@JoinColumn(${printOptions(joinOptions(join))})`);
  if (joinTable)
    decorators.push(
      `@JoinTable(${printOptions({
        name: joinTable.name,
        joinColumn: joinOptions(joinTable.own),
        inverseJoinColumn: joinOptions(joinTable.other),
      })})`,
    );
  const type = `Relation<${name}>${isMany ? '[]' : nullable ? ' | null' : ''}`;
  return member(decorators, `${property}!: ${type};`);
}

const joinOptions = ({ name, references }: JoinColumn) => ({
  name,
  referencedColumnName: references ?? undefined,
});

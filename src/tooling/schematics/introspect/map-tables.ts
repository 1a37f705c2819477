import type { ColumnFacts, ForeignKeyFacts, TableFacts } from './table-facts.js';
import { resourceNamesOfClass } from '../workspace/names.js';
import type { DeclaredEntity } from './declared-entities.js';
import { describeChanges } from './describe-changes.js';
import { mapColumns } from './map-columns.js';
import { join, relate, type OpenEntity } from './map-relations.js';
import { ClassNames, MemberNames } from './member-names.js';
import type { DatabaseModel, EntityModel } from './model.js';
import { sortTables, type Pair } from './table-kinds.js';

/** What is mapped besides the tables. */
export interface MapOptions {
  /** The tables to map; all without it. */
  readonly only: ReadonlySet<string> | null;
  /** The entities of the application. */
  readonly declared: readonly DeclaredEntity[];
  /** The tables as the last run has found them, by name. */
  readonly before: ReadonlyMap<string, TableFacts>;
  /** What the names of the service's own tables begin with. */
  readonly ownPrefix: string;
}

/** Maps the tables of a database to entities with relationships. It is the same for each run. */
export function mapTables(tables: readonly TableFacts[], options: MapOptions): DatabaseModel {
  return new TableMapper(tables, options).run();
}

class TableMapper {
  private readonly notes: string[] = [];
  private readonly zoneless: string[] = [];
  private readonly open = new Map<string, OpenEntity>();
  private readonly classes: ClassNames;

  constructor(
    private readonly tables: readonly TableFacts[],
    private readonly options: MapOptions,
  ) {
    this.classes = new ClassNames(options.declared.map(({ className }) => className));
  }

  run(): DatabaseModel {
    const { keyed, pairs, notes } = sortTables(this.tables, this.options.ownPrefix);
    this.notes.push(...notes.filter((note) => note !== '' && this.isAbout(note)));
    for (const { table, key } of keyed)
      if (this.isWanted(table)) this.addEntity(table, [key], false);
    const joined = pairs.filter(
      (pair) => this.open.has(pair.first.table) && this.open.has(pair.second.table),
    );
    for (const { table, first, second, isPivot } of joined)
      if (isPivot) this.addPivot(table, keysOfPivot(table, first, second));
    for (const own of [...this.open.values()]) if (!own.entity.isPivot) this.addRelations(own);
    for (const pair of joined) if (!this.options.before.has(pair.table.name)) this.addJoin(pair);
    const mapped = new Set([...this.open.keys(), ...joined.map(({ table }) => table.name)]);
    this.noteGone();
    return {
      entities: [...this.open.values()].map(({ entity }) => entity),
      tables: this.tables
        .filter(({ name }) => mapped.has(name))
        .map((table) => ({
          ...table,
          foreignKeys: table.foreignKeys.filter((key) => mapped.has(key.table)),
        })),
      notes: [...this.notes, ...this.noteOnZones()],
    };
  }

  private isWanted({ name }: TableFacts): boolean {
    return (
      this.options.only === null || this.options.only.has(name) || this.declared(name) !== undefined
    );
  }

  /** Notes on tables that were not asked for are left out. */
  private isAbout(note: string): boolean {
    const [, name] = /^Not mapped: the (?:table|view) (.+?), because/.exec(note) ?? [];
    return this.options.only === null || name === undefined || this.options.only.has(name);
  }

  private declared(table: string): DeclaredEntity | undefined {
    return this.options.declared.find((each) => each.table.toLowerCase() === table.toLowerCase());
  }

  private addEntity(facts: TableFacts, keys: readonly string[], isPivot: boolean): void {
    const declared = this.declared(facts.name);
    if (declared) return this.addDeclared(facts, keys, isPivot, declared);
    const names = new MemberNames();
    const columns = this.mapColumns(facts, keys, names);
    const entity: EntityModel = {
      table: facts.name,
      names: resourceNamesOfClass(this.classes.takeClassName(facts.name)),
      path: null,
      isOpen: true,
      isPivot,
      columns,
      added: [],
      uniques: uniquesOf(facts, columns),
      relations: [],
    };
    this.open.set(facts.name, { entity, facts, names });
  }

  /** A relation without an entity of its join table stays as it is. */
  private addPivot(facts: TableFacts, keys: readonly string[]): void {
    const before = this.options.before.get(facts.name);
    if (!before || this.declared(facts.name)) return this.addEntity(facts, keys, true);
    if (before.columns.length === facts.columns.length) return;
    this.notes.push(
      `Changed: the join table ${facts.name} has further columns. To serve them, write an entity for it, and name it in \`through\` of the relation.`,
    );
  }

  /** An existing entity gets the columns that its table has got since the last run. */
  private addDeclared(
    facts: TableFacts,
    keys: readonly string[],
    isPivot: boolean,
    { className, path, members, columns: declared }: DeclaredEntity,
  ): void {
    const before = this.options.before.get(facts.name);
    const isNew = ({ name }: ColumnFacts) =>
      before !== undefined &&
      !before.columns.some((column) => column.name === name) &&
      !declared.has(name.toLowerCase());
    const known = { ...facts, columns: facts.columns.filter((column) => !isNew(column)) };
    const names = new MemberNames(members);
    const checks = facts.checks.filter((check) => before && !before.checks.includes(check));
    const further = { ...facts, checks, columns: facts.columns.filter(isNew) };
    const added = this.mapColumns(further, keys, names);
    const { columns } = mapColumns(known, keys, new MemberNames());
    const named = columns.map((column) => ({
      ...column,
      property: declared.get(column.name.toLowerCase()) ?? column.property,
    }));
    const entity: EntityModel = {
      table: facts.name,
      names: resourceNamesOfClass(className),
      path,
      isOpen: before !== undefined,
      isPivot,
      columns: [...named, ...added],
      added,
      uniques: [],
      relations: [],
    };
    this.open.set(facts.name, { entity, facts, names });
    if (before) this.notes.push(...describeChanges(before, facts, entity));
  }

  private mapColumns(
    facts: TableFacts,
    keys: readonly string[],
    names: MemberNames,
  ): EntityModel['columns'] {
    const { columns, notes, zoneless } = mapColumns(facts, keys, names);
    this.notes.push(...notes);
    this.zoneless.push(...zoneless);
    return columns;
  }

  private addRelations(own: OpenEntity): void {
    const seen = new Set<string>();
    const before = this.options.before.get(own.facts.name)?.foreignKeys ?? [];
    for (const key of own.facts.foreignKeys) {
      if (before.some((each) => isSameKey(each, key)) || this.isJoined(own, key)) continue;
      const problem = this.problemOf(own, key);
      if (problem === null && !seen.has(key.columns[0]!))
        relate(own, key, this.open.get(key.table)!);
      else if (problem !== null && own.entity.isOpen)
        this.notes.push(
          `Not mapped: the foreign key (${key.columns.join(', ')}) of ${own.facts.name} to ${key.table}, because ${problem}.`,
        );
      seen.add(key.columns[0]!);
    }
  }

  /** Whether an existing entity has a relation by the foreign key. */
  private isJoined({ facts }: OpenEntity, { columns: [column] }: ForeignKeyFacts): boolean {
    return this.declared(facts.name)?.joined.has(column!.toLowerCase()) ?? false;
  }

  private problemOf({ entity }: OpenEntity, { columns, table, references }: ForeignKeyFacts) {
    if (columns.length > 1) return 'a relation has one column';
    const target = this.open.get(table);
    if (!target || target.entity.isPivot) return `${table} is not mapped`;
    const isMapped = entity.columns.some(({ name }) => name === columns[0]);
    const isFound = target.entity.columns.some(({ name }) => name === references[0]);
    return isMapped && isFound ? null : 'its column is not mapped';
  }

  private addJoin(pair: Pair): void {
    const own = this.open.get(pair.first.table)!;
    const other = this.open.get(pair.second.table)!;
    join(pair, [own, other], this.open.get(pair.table.name)?.entity ?? null);
  }

  private noteGone(): void {
    const names = this.tables.map(({ name }) => name);
    for (const { name } of this.options.before.values()) {
      const entity = this.declared(name);
      if (entity && !names.includes(name))
        this.notes.push(
          `Changed: the table ${name} does not exist any more. Remove ${entity.className} in ${entity.path}, and what uses it.`,
        );
    }
  }

  private noteOnZones(): readonly string[] {
    if (this.zoneless.length === 0) return [];
    return [
      `The service reads these dates as UTC, because they have no time zone: ${this.zoneless.join(', ')}. If they contain local times, serve a view that converts them.`,
    ];
  }
}

const isSameKey = (one: ForeignKeyFacts, other: ForeignKeyFacts): boolean =>
  one.table === other.table && one.columns.join() === other.columns.join();

const keysOfPivot = (
  { primaryKey }: TableFacts,
  first: ForeignKeyFacts,
  second: ForeignKeyFacts,
): readonly string[] =>
  primaryKey.length > 0 ? primaryKey : [first.columns[0]!, second.columns[0]!];

/** Unique indexes over several columns whose properties are known. */
function uniquesOf(
  { uniques }: TableFacts,
  columns: EntityModel['columns'],
): readonly (readonly string[])[] {
  return uniques
    .filter(({ length }) => length > 1)
    .map((names) =>
      names.flatMap((name) => columns.find((column) => column.name === name)?.property ?? []),
    )
    .filter(
      (properties, at) =>
        properties.length === uniques.filter(({ length }) => length > 1)[at]!.length,
    );
}

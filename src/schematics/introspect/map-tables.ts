import type { ForeignKeyFacts, TableFacts } from '../../registry/table-facts.js';
import { resourceNamesOfClass } from '../names.js';
import type { DeclaredEntity } from '../declared-entities.js';
import { mapColumns } from './map-columns.js';
import { join, relate, type OpenEntity } from './map-relations.js';
import { ClassNames, MemberNames } from './member-names.js';
import type { DatabaseModel, EntityModel } from './model.js';
import { sortTables, type Pair } from './table-kinds.js';

/** What is mapped besides the tables. */
export interface MapOptions {
  /** The tables to map; all without it. */
  readonly only: ReadonlySet<string> | null;
  /** The entities of the application, which stay as they are. */
  readonly declared: readonly DeclaredEntity[];
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
    const { keyed, pairs, notes } = sortTables(this.tables);
    this.notes.push(...notes.filter((note) => note !== '' && this.isAbout(note)));
    for (const { table, key } of keyed)
      if (this.isWanted(table)) this.addEntity(table, [key], false);
    const joined = pairs.filter(
      (pair) => this.open.has(pair.first.table) && this.open.has(pair.second.table),
    );
    for (const { table, first, second, isPivot } of joined)
      if (isPivot) this.addEntity(table, keysOfPivot(table, first, second), true);
    for (const pair of pairs)
      if (!joined.includes(pair) && this.options.only?.has(pair.table.name)) this.noteOnPair(pair);
    for (const own of [...this.open.values()]) if (!own.entity.isPivot) this.addRelations(own);
    for (const pair of joined) this.addJoin(pair);
    return {
      entities: [...this.open.values()].map(({ entity }) => entity),
      notes: [...this.notes, ...this.noteOnZones()],
    };
  }

  private isWanted({ name }: TableFacts): boolean {
    return (
      this.options.only === null || this.options.only.has(name) || this.declared(name) !== undefined
    );
  }

  private noteOnPair({ table, first, second }: Pair): void {
    const ends = [...new Set([first.table, second.table])].filter((name) => !this.open.has(name));
    this.notes.push(
      `Not mapped: the table ${table.name}, because it joins ${ends.join(' and ')}, which ${ends.length > 1 ? 'are' : 'is'} not mapped. Name ${ends.length > 1 ? 'them' : 'it'} in --tables too.`,
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
    const names = new MemberNames();
    const { columns, notes, zoneless } = mapColumns(facts, keys, names);
    if (!declared) {
      this.notes.push(...notes, ...notesOnUniques(facts, columns));
      this.zoneless.push(...zoneless);
    }
    const entity: EntityModel = {
      table: facts.name,
      names: resourceNamesOfClass(declared?.className ?? this.classes.nameOf(facts.name)),
      path: declared?.path ?? null,
      isPivot,
      columns,
      uniques: uniquesOf(facts, columns),
      relations: [],
    };
    this.open.set(facts.name, { entity, facts, names });
  }

  private addRelations(own: OpenEntity): void {
    const seen = new Set<string>();
    for (const key of own.facts.foreignKeys) {
      const problem = this.problemOf(own, key);
      if (problem === null && !seen.has(key.columns[0]!))
        relate(own, key, this.open.get(key.table)!);
      else if (problem !== null && own.entity.path === null)
        this.notes.push(
          `Not mapped: the foreign key (${key.columns.join(', ')}) of ${own.facts.name} to ${key.table}, because ${problem}.`,
        );
      seen.add(key.columns[0]!);
    }
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

  private noteOnZones(): readonly string[] {
    if (this.zoneless.length === 0) return [];
    return [
      'The service reads these dates as UTC, because they have no time zone: ' +
        `${this.zoneless.join(', ')}. If they contain local times, serve a view that converts ` +
        'them.',
    ];
  }
}

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
    .map((names) => propertiesOf(names, columns))
    .filter((properties) => !properties.includes(undefined))
    .map((properties) => properties as readonly string[]);
}

const propertiesOf = (names: readonly string[], columns: EntityModel['columns']) =>
  names.map((name) => columns.find((column) => column.name === name)?.property);

function notesOnUniques(
  { name, uniques, partialUniques }: TableFacts,
  columns: EntityModel['columns'],
): readonly string[] {
  const because = (index: string, reason: string) =>
    `Not mapped: the unique index ${index} of ${name}, because ${reason}. The database still rejects such rows.`;
  return [
    ...uniques
      .filter((names) => propertiesOf(names, columns).includes(undefined))
      .map((names) => because(`(${names.join(', ')})`, 'one of its columns is not mapped')),
    ...partialUniques.map((index) =>
      because(index, 'it covers some rows, an expression or the start of a value'),
    ),
  ];
}

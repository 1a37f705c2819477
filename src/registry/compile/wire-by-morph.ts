import type { CompiledColumn, CompiledTable } from '../resources/compiled-resource.js';
import { describeTable } from '../resources/describe-table.js';
import { singularOf } from '../resources/names.js';
import { findPivot } from './wire-by-metadata.js';
import type { Wired, Wiring } from './wire-relations.js';

/** The pair of columns of a morph: `commentable` is `commentable_type` and `commentable_id`. */
export interface MorphColumns {
  readonly name: string;
  readonly type: CompiledColumn;
  readonly id: CompiledColumn;
}

/** Every pair of columns `<name>_type` and `<name>_id` of a table. */
export function findMorphs(table: CompiledTable): readonly MorphColumns[] {
  const byName = new Map([...table.columns.values()].map((column) => [column.name, column]));
  return [...byName.values()].flatMap((type) => {
    const name = /^(.+)_type$/.exec(type.name)?.[1];
    const id = name === undefined ? undefined : byName.get(`${name}_id`);
    return id ? [{ name: name!, type, id }] : [];
  });
}

function findMorph(table: CompiledTable, wanted: string | undefined): MorphColumns | Wired {
  const morphs = findMorphs(table);
  const names =
    morphs.map(({ name }) => `morph: '${name}'`).join(' or ') ||
    `columns <name>_type and <name>_id on ${table.name}`;
  if (wanted === undefined) {
    if (morphs.length === 1) return morphs[0]!;
    return {
      unwired: {
        wrong: `${table.name} has ${morphs.length} morphs, and the relation does not name one`,
        instead: names,
      },
    };
  }
  const found = morphs.find(({ name }) => name === wanted);
  return (
    found ?? {
      unwired: {
        wrong: `${table.name} has no columns ${wanted}_type and ${wanted}_id`,
        instead: names,
      },
    }
  );
}

/** MorphOne, MorphMany: the related row names this record by type and key. */
export function wireMorph({ parent, related, relation }: Wiring): Wired {
  const morph = findMorph(related.table, relation.options.morph);
  if ('unwired' in morph || 'join' in morph) return morph;
  return {
    join: {
      keyOn: 'related',
      column: morph.id,
      source: parent.table.keys[0]!,
      type: { column: morph.type, value: parent.key },
    },
  };
}

/**
 * MorphToMany, from both sides: the pivot names one side by type and key, the other by
 * `<singular>_id`. Where the pivot is the related table itself, as with a log, the related key is
 * its own.
 */
export function wireMorphToMany(wiring: Wiring): Wired {
  const { parent, related, relation } = wiring;
  const { through, morph: wanted } = relation.options;
  if (!through)
    return {
      unwired: {
        wrong: 'the relation does not name the entity of its pivot table',
        instead: 'through: () => Pivot',
      },
    };
  const pivot = findPivot(wiring);
  if ('unwired' in pivot) return pivot;
  const table = describeTable(pivot);
  const morph = findMorph(table, wanted);
  if ('unwired' in morph || 'join' in morph) return morph;
  const columnOf = (key: string) =>
    [...table.columns.values()].find(({ name }) => name === `${singularOf(key)}_id`);
  const relatedKey = table.name === related.table.name ? table.keys[0] : columnOf(related.key);
  const parentKey = columnOf(parent.key);
  const ends = {
    keyOn: 'pivot',
    table,
    source: parent.table.keys[0]!,
    target: related.table.keys[0]!,
  } as const;
  if (relatedKey)
    return {
      join: {
        ...ends,
        parent: morph.id,
        related: relatedKey,
        type: { column: morph.type, value: parent.key },
      },
    };
  if (parentKey)
    return {
      join: {
        ...ends,
        parent: parentKey,
        related: morph.id,
        type: { column: morph.type, value: related.key },
      },
    };
  return {
    unwired: {
      wrong: `${table.name} contains the key of neither side`,
      instead: `a column ${singularOf(related.key)}_id or ${singularOf(parent.key)}_id`,
    },
  };
}

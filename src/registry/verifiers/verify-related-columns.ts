import type { FieldDraft, RelationDraft } from '../draft/draft.js';
import { wireName } from '../resources/reserved-names.js';
import { suggestName } from '../draft/suggest-name.js';
import { eachResource, faultAt } from './each-resource.js';

const listing = ['searchable', 'sortable', 'columns'] as const;

/**
 * The fields that a relation searches, sorts by and returns are readable fields of its resource.
 * @contract C5.9
 */
export const verifyRelatedColumns = eachResource(function* (draft) {
  for (const relation of draft.relations)
    for (const option of listing) {
      if (!isList(relation, option))
        yield faultAt(
          draft,
          relation.key,
          `${option} is not a list`,
          `${option}: ['name'], a list of field names`,
        );
      for (const written of namesIn(relation, option)) {
        const fault = findFault(relation, option, written);
        if (fault)
          yield faultAt(
            draft,
            relation.key,
            `${option} names "${written}", ${fault.wrong}`,
            fault.instead,
          );
      }
    }
});

/** A search may be a function as well. */
function isList({ options }: RelationDraft, option: (typeof listing)[number]): boolean {
  const names: unknown = options[option];
  return (
    names === undefined ||
    Array.isArray(names) ||
    (option === 'searchable' && typeof names === 'function')
  );
}

function namesIn(
  { options, target }: RelationDraft,
  option: (typeof listing)[number],
): readonly string[] {
  const names = options[option];
  return target && Array.isArray(names) ? (names as readonly string[]) : [];
}

/**
 * A path leads into a json column, and is for sorting only. `id` may be among the columns,
 * although responses always contain it.
 */
function findFault({ target }: RelationDraft, option: string, written: string) {
  const { fields, name: owner } = target!;
  const [name, ...path] = written.split('->') as [string, ...string[]];
  if (option === 'columns' && written === 'id') return undefined;
  const field = fields.find((known) => known.name === name);
  if (!field || field.options.writeOnly)
    return {
      wrong: field ? `which ${owner} never returns` : `which is not a field of ${owner}`,
      instead: suggestName(
        name,
        fields.filter(isShown).map((known) => known.name),
      ),
    };
  if (path.length === 0) return findTypeFault(option, name, field);
  if (option !== 'sortable')
    return { wrong: 'but only sorting accepts a path', instead: `"${name}"` };
  if (path.includes(''))
    return { wrong: 'which contains an empty step', instead: `"${[name, 'key'].join('->')}"` };
  if (!path.every((step) => wireName.test(step)))
    return {
      wrong: 'whose steps are not all plain names',
      instead: 'names of letters, digits, _ and -',
    };
  if (field.column && field.column.type !== 'json')
    return { wrong: `but ${name} is not a json column`, instead: `"${name}"` };
  return field.column && simple.includes(field.column.databaseType)
    ? { wrong: `but the database stores ${name} as text`, instead: `@Column('json') in the entity` }
    : undefined;
}

/** JSON that TypeORM keeps in a text column. */
const simple: readonly string[] = ['simple-json', 'simple-array'];

function findTypeFault(option: string, name: string, { column }: FieldDraft) {
  if (option === 'searchable' && column && column.type !== 'text')
    return {
      wrong: `but only text can be searched, and ${name} is ${column.type}`,
      instead: 'a column of text',
    };
  if (option === 'sortable' && (column?.type === 'json' || column?.type === 'binary'))
    return {
      wrong: `but ${name} is ${column.type}, which has no order`,
      instead: `"${name}->key", or another column`,
    };
  return undefined;
}

const isShown = ({ options }: FieldDraft): boolean => !options.writeOnly;

import type { MatchType } from '../../definition/contracts/options.js';
import type { ValueType } from '../resources/compiled-resource.js';
import { matchTypeOf } from '../resources/derive-rules.js';
import { reservedParameters } from '../resources/reserved-names.js';
import { eachResource, faultAt } from './each-resource.js';

const numbers: readonly ValueType[] = ['integer', 'bigint', 'decimal', 'float'];
/** The columns that each type of match can be held against. @contract C5.6 */
export const matchedColumns: Readonly<Record<MatchType, readonly ValueType[]>> = {
  text: ['text', 'uuid'],
  number: numbers,
  between: numbers,
  datetime: ['datetime', 'date'],
  boolean: ['boolean'],
};

/**
 * A matchable field is a query parameter of its own, of a type that its column has.
 * @contract C5.6
 */
export const verifyMatches = eachResource(function* (draft) {
  for (const { name, options, column } of draft.fields) {
    const { matchable } = options;
    if (matchable === undefined) continue;
    if (reservedParameters.includes(name))
      yield faultAt(
        draft,
        name,
        `the name "${name}" is reserved, so no field can be matched by it; reserved are ${reservedParameters.join(', ')}`,
        `another name, with property: '${column?.property ?? name}'`,
      );
    if (column && !isFitting(matchable, column.type))
      yield faultAt(
        draft,
        name,
        matchable === true
          ? `the column is ${column.type}, which cannot be matched`
          : `the column is ${column.type}, which is not matched as ${matchable}`,
        suggestMatch(column.type),
      );
  }
});

const isFitting = (matchable: MatchType | true, type: ValueType): boolean =>
  matchable === true
    ? matchTypeOf({ type }) !== null
    : ((matchedColumns as Partial<typeof matchedColumns>)[matchable]?.includes(type) ?? false);

function suggestMatch(type: ValueType): string {
  const fitting = (Object.keys(matchedColumns) as MatchType[]).filter((match) =>
    matchedColumns[match].includes(type),
  );
  return fitting.length === 0
    ? 'the field without matchable'
    : fitting.map((match) => `matchable: '${match}'`).join(' or ');
}

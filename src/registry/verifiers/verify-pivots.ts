import { underscore } from 'inflection';
import { pivotColumnsOf, pivotNamed } from '../pivot-columns.js';
import { suggestName } from '../suggest-name.js';
import { eachResource, faultAt } from './each-resource.js';

/**
 * The pivot fields of each relation are columns of its pivot table, and messages belong to pivot
 * fields. @spec Relation field options
 */
export const verifyPivots = eachResource(function* (draft) {
  for (const { key, options, join } of draft.relations) {
    if (join?.keyOn !== 'pivot') continue;
    for (const name of options.withPivot ?? [])
      if (!options.through || !pivotNamed(join, name))
        yield faultAt(
          draft,
          key,
          `withPivot names "${name}", which is not a column of ${join.table.name}`,
          options.through
            ? suggestName(
                name,
                [...pivotColumnsOf(join).keys()].map((column) => underscore(column)),
              )
            : 'through: () => Pivot, the entity of the table, with that column',
        );
    for (const name of Object.keys(options.messages ?? {}))
      if (!options.withPivot?.includes(name))
        yield faultAt(
          draft,
          key,
          `messages names "${name}", which is not a pivot field of the relation`,
          suggestName(name, options.withPivot ?? []),
        );
  }
});

import { underscore } from 'inflection';
import { pivotColumnsOf, pivotNamed } from '../resources/pivot-columns.js';
import { suggestName } from '../draft/suggest-name.js';
import { eachResource, faultAt } from './each-resource.js';

/**
 * The pivot fields of each relation are columns of its pivot table, and messages belong to pivot
 * fields. @spec Relation field options
 */
export const verifyPivots = eachResource(function* (draft) {
  for (const { key, options, join } of draft.relations) {
    if (join?.keyOn !== 'pivot') continue;
    for (const name of options.withPivot ?? []) {
      const column = options.through && pivotNamed(join, name);
      if (column && !column.mapped)
        yield faultAt(
          draft,
          key,
          `withPivot names "${name}", which is ${column.databaseType}, for which there are no fields`,
          'a column of another type, or no pivot field',
        );
      if (!column)
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
    }
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

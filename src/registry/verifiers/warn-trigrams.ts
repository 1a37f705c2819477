import { eachResource, warningWithStep } from './each-resource.js';

/** A declared index of trigrams that is missing: a search then reads every row. */
export const warnTrigrams = eachResource(function* (draft) {
  const { fields, table, facts } = draft;
  if (!table || !facts) return;
  for (const { name, column, options } of fields) {
    if (options.searchable !== 'trigram' || !column || column.trigrams !== undefined) continue;
    const statements = facts.trigrams.create(table, column);
    if (typeof statements === 'string') continue;
    yield warningWithStep(
      draft,
      name,
      `the field is searchable by trigrams, but ${table.name} has no index for them`,
      'run the statements of "resource-api check --indexes", and restart',
    );
  }
});

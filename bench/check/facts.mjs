const flags = ['authorizedToShow', 'authorizedToStore', 'authorizedToUpdate', 'authorizedToDelete'];

/**
 * Returns the content of a response of any server: records in order, with all attributes, relations
 * and pivots, and the total if there is one. Normalizes formats that differ between servers: keys
 * as strings or numbers, the time zone of timestamps, SQLite's booleans.
 */
export function factsOf({ data, total, meta }, withTotal) {
  const records = Array.isArray(data) ? data.map(recordFacts) : recordFacts(data);
  return withTotal ? { total: total ?? meta?.total, records } : { records };
}

function recordFacts({ id, type, attributes, relationships, pivots }) {
  return {
    id: String(id),
    type,
    attributes: mapValues(attributes, normalize),
    relationships: mapValues(relationships, (related) => related.map(recordFacts)),
    pivots: mapValues(pivots, normalize),
  };
}

function normalize(value, name) {
  if (value !== null && name.endsWith('_id')) return String(value);
  if (value !== null && name.endsWith('_at')) return Date.parse(value);
  return name === 'active' ? Boolean(value) : value;
}

const mapValues = (object = {}, change) =>
  Object.fromEntries(
    Object.keys(object)
      .sort()
      .map((name) => [name, change(object[name], name)]),
  );

/** Returns the main records that lack one of the four flags. @contract C3.3 */
export function withoutFlags({ data }) {
  return [data]
    .flat()
    .filter(({ meta }) => !flags.every((flag) => typeof meta?.[flag] === 'boolean'));
}

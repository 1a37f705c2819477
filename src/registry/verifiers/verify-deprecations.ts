import type { Deprecation, DeprecationOptions } from '../../definition/contracts/deprecation.js';
import { parseInstant } from '../../rules/values/instants.js';
import { isWebAddress } from '../../rules/values/is-web-address.js';
import { suggestName } from '../draft/suggest-name.js';
import { deprecationParts, type DeprecationParts } from '../resources/deprecation.js';
import { eachResource, faultAt } from './each-resource.js';

const parts: Readonly<Record<keyof DeprecationParts, true>> = {
  since: true,
  sunset: true,
  use: true,
  link: true,
};
const partNames = Object.keys(parts);

/** Dates and links of deprecations become headers, which clients compute with. @contract C17.7 */
export const verifyDeprecations = eachResource(function* (draft) {
  const marked: readonly (readonly [string, DeprecationOptions])[] = [
    ...[...draft.members].map(([name, { options }]) => [name, options] as const),
    ...draft.actions.map(({ action, options }) => [action.name, options ?? {}] as const),
  ];
  for (const [name, { deprecated }] of marked) {
    const fault = deprecated === undefined ? null : findFault(deprecated);
    if (fault) yield faultAt(draft, name, ...fault);
  }
});

/** Returns what is wrong with a deprecation, and what to write instead; `null` if nothing is. */
function findFault(deprecated: Deprecation): readonly [wrong: string, instead: string] | null {
  const given = deprecationParts(deprecated);
  const unknown = Object.keys(given).find((name) => !partNames.includes(name));
  if (unknown !== undefined)
    return [`deprecated has no member "${unknown}"`, suggestName(unknown, partNames)];
  const { since, sunset = since, link } = given;
  for (const [name, date] of Object.entries({ since, sunset }))
    if (instantOf(date) === null)
      return [
        `"${String(date)}" is not a date (deprecated.${name})`,
        "a date such as '2026-11-01'",
      ];
  if (instantOf(sunset)! < instantOf(since)!)
    return [`it would be removed on ${sunset}, before ${since}`, 'a sunset after since'];
  if (link !== undefined && !isWebAddress(link))
    return [
      `"${link}" is not a URL (deprecated.link)`,
      "a URL such as 'https://example.com/changes'",
    ];
  return null;
}

const instantOf = (date: unknown): Date | null =>
  typeof date === 'string' ? parseInstant(date) : null;

import type { ReadingOptions, ReadingPlace } from '../../definition/contracts/options.js';
import type { ResourceDraft } from '../draft/draft.js';
import { suggestName } from '../draft/suggest-name.js';
import type { Finding } from '../draft/verifier.js';
import { eachResource, faultAt } from './each-resource.js';

const places: Readonly<Record<ReadingPlace, true>> = { index: true, show: true, tools: true };
const placeNames = Object.keys(places);

/**
 * Every caller sees the key of a record, since paths, links and relations consist of keys, and
 * `only` names places where the member is read.
 * @contract C5.9, C5.10
 */
export const verifyRights = eachResource(function* (draft) {
  for (const [name, member] of draft.members) {
    const options = member.options as ReadingOptions;
    if (isKey(draft, name)) yield* verifyKey(draft, name, options);
    if (options.only) yield* verifyPlaces(draft, name, options.only);
    const isRead = member.kind !== 'input' && !('writeOnly' in options && options.writeOnly);
    if (options.only && !isRead)
      yield faultAt(
        draft,
        name,
        'only lists where the member is read, but it is never read',
        'the member without only',
      );
  }
});

const isKey = ({ fields, table }: ResourceDraft, name: string): boolean =>
  table?.keys[0] !== undefined &&
  fields.find((field) => field.name === name)?.column === table.keys[0];

function* verifyKey(
  draft: ResourceDraft,
  name: string,
  { canSee, only }: ReadingOptions,
): Iterable<Finding> {
  const option = canSee ? 'canSee' : only && 'only';
  if (option)
    yield faultAt(
      draft,
      name,
      `${option} hides the key of the record, which every response contains`,
      `the field without ${option}`,
    );
}

function* verifyPlaces(
  draft: ResourceDraft,
  name: string,
  only: readonly string[],
): Iterable<Finding> {
  if (only.length === 0)
    yield faultAt(
      draft,
      name,
      'only is empty, so the member would not be read anywhere',
      `only: [...] with ${placeNames.join(', ')}`,
    );
  for (const place of only)
    if (!placeNames.includes(place))
      yield faultAt(
        draft,
        name,
        `only names "${place}", which is not a place where records are read`,
        suggestName(place, placeNames),
      );
}

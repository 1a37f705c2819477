import { allowedNames } from '../../../base/errors/index.js';
import { parseQueryString } from '../../../pipeline/request/query-string.js';
import { quoted, refusal, shown } from '../../../pipeline/request/refusal.js';
import type { ResourceDescription } from './described-resource.js';

/** A member of the description of a resource. */
export type DescribedMember = keyof ResourceDescription;

/** The members of a description that a caller asks for. */
export type AskedMembers = ReadonlySet<DescribedMember>;

/** All members, in the order of descriptions. @contract C17.1 */
export const describedMembers: readonly DescribedMember[] = [
  ...(['key', 'label', 'titleField', 'group', 'fields', 'relations', 'actions'] as const),
  ...(['filters', 'sorts', 'searches', 'matches', 'formats', 'authorizedToStore'] as const),
];

const FIELDS = 'fields';

/**
 * Parses `fields=label,group`. Without it, a description has all members; it always has the key.
 *
 * @throws RequestError `invalid_query` for other parameters and for unknown members
 * @contract C17.1
 */
export function parseMembers(queryString: string): AskedMembers {
  const [first, second] = parseQueryString(queryString);
  if (!first) return new Set(describedMembers);
  const [name, value] = first;
  const other = [first, second].find((each) => each && each[0] !== FIELDS);
  if (other)
    throw refusal(
      other[0],
      `Unknown parameter ${quoted(other[0])}.${allowedNames(shown(other[0]), [FIELDS])}`,
    );
  if (second) throw refusal(name, `"${name}" is given twice; it may be given only once.`);
  return new Set(['key', ...value.split(',').map(memberOf)]);
}

function memberOf(written: string): DescribedMember {
  const member = describedMembers.find((each) => each === written);
  if (member) return member;
  throw refusal(
    FIELDS,
    `${quoted(written)} is not allowed here.${allowedNames(shown(written), describedMembers)}`,
  );
}

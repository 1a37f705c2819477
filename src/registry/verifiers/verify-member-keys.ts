import type { MemberDefinition } from '../../definition/store/definition-store.js';
import { reservedRelationKeys, wireName } from '../resources/reserved-names.js';
import { eachResource, faultAt } from './each-resource.js';

/**
 * Keys of fields and relations can be part of a URL, and those of relations are not reserved there.
 * @contract C1.2
 */
export const verifyMemberKeys = eachResource(function* (draft) {
  for (const [key, member] of draft.members) {
    if (!wireName.test(key))
      yield faultAt(
        draft,
        key,
        'the key cannot be part of a URL',
        'a key of letters, digits, _ and -',
      );
    if ((member.kind === 'field' || member.kind === 'input') && key in Object.prototype)
      yield faultAt(
        draft,
        key,
        'a form cannot carry a part of this name, which every object has',
        'another name',
      );
    if (isInPaths(member) && reservedRelationKeys.includes(key))
      yield faultAt(
        draft,
        key,
        `the key "${key}" is reserved; reserved are ${reservedRelationKeys.join(', ')}`,
        `another key, such as "${draft.key}_${key}"${longForm(key, member)}`,
      );
  }
});

const isInPaths = ({ kind }: MemberDefinition): boolean => kind !== 'field' && kind !== 'computed';

/** A relation under another key names its relationship. */
const longForm = (key: string, member: MemberDefinition): string =>
  member.kind === 'relation' ? `, with relationship: '${member.options.relationship ?? key}'` : '';

import {
  writtenMembers,
  type WrittenMember,
} from '../../../../pipeline/describing/written-members.js';
import { hasUniqueRule } from '../../../../pipeline/validation/resource-rules.js';
import type { CompiledResource } from '../../../../registry/resources/compiled-resource.js';
import { keyExample, valueExample } from './examples.js';
import { sampleOf } from './sample.js';
import { writeForms, type WriteForm } from './write-payload.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns a body that can be sent as it is: the required members, or else one plain field. Required
 * members that are ignored for some callers are among them, because others must send them. It
 * contains no files, since a person chooses them.
 */
export function writeExample(resource: CompiledResource, name: WriteForm): Values {
  const { operation, whole } = writeForms[name];
  const members = writtenMembers(resource, operation).filter(
    ({ conditional, isImage }) => !conditional && !isImage,
  );
  const required = members.filter((member) => whole && member.required);
  const chosen =
    required.length > 0
      ? required
      : members.filter((each) => isPlainIn(resource, each)).slice(0, 1);
  const values = new Map(chosen.map((member) => [member.name, memberExample(member)] as const));
  const repeating = members.filter(({ repeats }) => repeats !== null && values.has(repeats));
  return Object.fromEntries([
    ...values,
    ...repeating.map(({ name: repeated, repeats }) => [repeated, values.get(repeats!)] as const),
  ]);
}

/** The form in which a bulk update contains each record. */
export const keyedExample = (resource: CompiledResource): Values => ({
  id: keyExample(resource.keyColumn),
  ...writeExample(resource, 'patch'),
});

/** Returns a value of a member of a body. */
export function memberExample({
  schema,
  column,
}: Pick<WrittenMember, 'schema'> & Partial<Pick<WrittenMember, 'column'>>): unknown {
  if (column?.holdsKey) return keyExample(column);
  return sampleOf(schema) ?? (column ? valueExample(column) : 'text');
}

/** A field that anybody may change without another effect: no key, file, secret or unique value. */
function isPlainIn(
  { fields, keyColumn }: CompiledResource,
  { name, aliases, schema, only }: WrittenMember,
): boolean {
  const field = fields.get(name);
  return (
    field !== undefined &&
    only === null &&
    field.column !== keyColumn &&
    aliases.length === 0 &&
    !field.options.transform &&
    !hasUniqueRule(field) &&
    sampleOf(schema) !== undefined
  );
}

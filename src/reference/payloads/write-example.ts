import type { CompiledField, CompiledResource } from '../../registry/compiled-resource.js';
import { hasUniqueRule, rulesOf } from '../../validation/resource-rules.js';
import { keyExample, valueExample } from '../examples.js';
import { sampleOf } from './sample.js';
import {
  payloadMembers,
  writeForms,
  type PayloadForm,
  type PayloadMember,
  type WriteForm,
} from './write-payload.js';

type Values = Readonly<Record<string, unknown>>;

/**
 * Returns a body that can be sent as it is: the required members, or else one plain field. Required
 * members that are ignored for some callers are among them, because others must send them. It
 * contains no files, since a person chooses them.
 */
export function writeExample(resource: CompiledResource, name: WriteForm): Values {
  const form = writeForms[name];
  const members = payloadMembers(resource, form).filter(
    ({ name: member, conditional }) => !conditional && !isImage(resource.fields.get(member)),
  );
  const required = members.filter((member) => form.whole && member.required);
  const plain = members.filter(({ ignored }) => ignored === null).filter(isPlainIn(resource));
  const chosen = required.length > 0 ? required : plain.slice(0, 1);
  const values = chosen.map((member) => [member.name, valueOf(resource, member)] as const);
  return Object.fromEntries([...values, ...repeated(resource, form, values)]);
}

/** The form in which a bulk update contains each record. */
export const keyedExample = (resource: CompiledResource): Values => ({
  id: keyExample(resource.keyColumn),
  ...writeExample(resource, 'patch'),
});

function valueOf({ fields }: CompiledResource, { name, schema }: PayloadMember): unknown {
  const column = fields.get(name)?.column;
  if (column?.holdsKey) return keyExample(column);
  return sampleOf(schema) ?? (column ? valueExample(column) : 'text');
}

/** A field that anybody may change without another effect: no key, file, secret or unique value. */
const isPlainIn =
  ({ fields, keyColumn }: CompiledResource) =>
  ({ name, aliases, schema }: PayloadMember): boolean => {
    const field = fields.get(name);
    return (
      field !== undefined &&
      field.column !== keyColumn &&
      aliases.length === 0 &&
      !field.options.transform &&
      !hasUniqueRule(field) &&
      sampleOf(schema) !== undefined
    );
  };

/** The members that repeat a value, such as `password_confirmation`. */
const repeated = (
  resource: CompiledResource,
  { operation }: PayloadForm,
  values: readonly (readonly [string, unknown])[],
) => {
  const { confirmations } = rulesOf(resource)[operation];
  return values.flatMap(([name, value]) => {
    const confirmation = confirmations.get(name);
    return confirmation === undefined ? [] : [[confirmation, value] as const];
  });
};

const isImage = (field: CompiledField | undefined): boolean => field?.options.image === true;

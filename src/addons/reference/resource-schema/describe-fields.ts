import { oncePer } from '../../../base/once-per.js';
import {
  writtenMembers,
  type WrittenMember,
} from '../../../pipeline/describing/written-members.js';
import { writtenValue } from '../openapi/payloads/write-payload.js';
import { computedValueSchema, valueSchema, enumValues } from '../openapi/schemas/column-value.js';
import type {
  CompiledColumn,
  CompiledComputed,
  CompiledField,
  CompiledInput,
  CompiledRelation,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import { deprecationOf } from '../../../registry/resources/deprecation.js';
import { labelOf } from '../../../registry/resources/names.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import type { DescribedField } from './described-resource.js';
import { kindOfColumn, kindOfSchema } from '../openapi/schemas/field-kinds.js';

/** What the caller may send, and which relations the caller may use. */
export interface FieldRights {
  /** The names of the members of a new record; empty for a caller who may not store records. */
  readonly store: ReadonlySet<string>;
  /** The names of the members that an update can change; empty if no record can be updated. */
  readonly update: ReadonlySet<string>;
  readonly relations: readonly CompiledRelation[];
}

/** The members of the bodies of a resource by name. */
type Bodies = Readonly<Record<'store' | 'update', ReadonlyMap<string, WrittenMember>>>;

/**
 * Describes the fields, the computed attributes and the inputs of a resource that the caller may
 * read or write.
 *
 * @param resource the resource as the caller sees it
 * @contract C17.1
 */
export function describeFields(
  resource: CompiledResource,
  rights: FieldRights,
): readonly DescribedField[] {
  const bodies = bodiesOf(resource);
  const described = [
    ...[...resource.fields.values()].map((field) => describeField(resource, field, bodies, rights)),
    ...[...resource.computed.values()].map(describeComputed),
    ...[...resource.inputs.values()].map((input) => describeInput(input, bodies, rights)),
  ];
  return described.filter(({ readable, writable }) => readable || writable);
}

const bodiesOf = oncePer((resource: CompiledResource): Bodies => {
  const membersOf = (operation: 'store' | 'update') =>
    new Map(writtenMembers(resource, operation).map((member) => [member.name, member]));
  return { store: membersOf('store'), update: membersOf('update') };
});

function describeField(
  resource: CompiledResource,
  field: CompiledField,
  bodies: Bodies,
  rights: FieldRights,
): DescribedField {
  const { name, column, options } = field;
  const sent = writtenBy(name, bodies, rights);
  const schema = sent ? writtenValue(sent, false) : valueSchema(resource, field);
  const values = allowedBy(schema);
  return {
    name,
    label: options.label ?? labelOf(name),
    help: options.help ?? null,
    deprecated: deprecationOf(options),
    kind: kindOfColumn(column, { image: options.image, number: options.number, values }),
    nullable: column.nullable,
    required: isRequired(name, bodies, rights),
    readable: field.readable || (name === 'id' && options.writeOnly !== true),
    writable: sent !== undefined,
    values,
    relation: relationOf(column, rights),
    schema,
  };
}

function describeComputed(attribute: CompiledComputed): DescribedField {
  const { key, options } = attribute;
  const schema = computedValueSchema(attribute);
  return {
    name: key,
    label: options.label ?? labelOf(key),
    help: options.help ?? null,
    deprecated: deprecationOf(options),
    kind: kindOfSchema(schema),
    nullable: true,
    required: false,
    readable: true,
    writable: false,
    values: allowedBy(schema),
    relation: null,
    schema,
  };
}

function describeInput(
  { name, options }: CompiledInput,
  bodies: Bodies,
  rights: FieldRights,
): DescribedField {
  const sent = writtenBy(name, bodies, rights);
  const schema = sent ? writtenValue(sent, false) : {};
  return {
    name,
    label: options.label ?? labelOf(name),
    help: options.help ?? null,
    deprecated: deprecationOf(options),
    kind: kindOfSchema(schema),
    nullable: [schema.type].flat().includes('null'),
    required: isRequired(name, bodies, rights),
    readable: false,
    writable: sent !== undefined,
    values: allowedBy(schema),
    relation: null,
    schema,
  };
}

/** Returns the member of a body that the caller may send; of a new record, if there is one. */
function writtenBy(
  name: string,
  { store, update }: Bodies,
  rights: FieldRights,
): WrittenMember | undefined {
  if (rights.store.has(name)) return store.get(name);
  return rights.update.has(name) ? update.get(name) : undefined;
}

function isRequired(name: string, { store }: Bodies, rights: FieldRights): boolean {
  const member = rights.store.has(name) ? store.get(name) : undefined;
  return member !== undefined && member.required && !member.conditional;
}

const allowedBy = (schema: JsonSchema): readonly unknown[] | null =>
  enumValues(schema)?.filter((value) => value !== null) ?? null;

const relationOf = (column: CompiledColumn, { relations }: FieldRights): string | null =>
  relations.find(({ join }) => join.keyOn === 'parent' && join.column === column)?.key ?? null;

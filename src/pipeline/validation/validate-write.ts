import { oncePer } from '../../base/once-per.js';
import { inTurn, oneByOne, whenKnown, type Eventual } from '../../base/when-known.js';
import type { WritableMembers, WriteOperation } from '../authorization/authorize-write.js';
import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import { reservedRelationKeys } from '../../registry/resources/reserved-names.js';
import type { RuleContext } from '../../rules/entries/rule-context.js';
import { ReceivedFile } from '../../rules/values/received-file.js';
import type { UploadedFile } from '../../rules/values/uploaded-file.js';
import { isUuid, parseColumnValue } from './column-value.js';
import { FieldErrors } from './field-errors.js';
import { readImage, type UploadLimits } from './image-value.js';
import { findInvisibleReferences, hiddenValueRequired, isChanged } from './references.js';
import { rulesOf } from './resource-rules.js';
import {
  bracketedParts,
  confirmationGiven,
  givenTo,
  sentAs,
  type GivenValue,
  type WriteBody,
} from './write-body.js';

/** A body, and everything needed to validate it. */
export interface WriteValidation {
  readonly resource: CompiledResource;
  readonly operation: WriteOperation;
  /** Whether fields that are not sent are also validated, as on store and PUT. */
  readonly whole: boolean;
  readonly members: WritableMembers;
  /** The to-one relations under whose names the body may contain their keys. */
  readonly relationNames: ReadonlySet<string>;
  readonly body: WriteBody;
  /**
   * The fields whose values are in the form of their column, if the body has the values of an
   * earlier record: they are not validated, and nothing is filled in.
   */
  readonly asStored?: ReadonlySet<CompiledField>;
  /** The stored record; `null` for a new one. */
  readonly record: Readonly<Record<string, unknown>> | null;
  readonly ruleContext: RuleContext;
  readonly limits: UploadLimits & {
    /** Levels that a JSON body may nest. */
    readonly jsonDepth: number;
  };
}

/** The valid values: those of the entity's properties, and the files of image fields. */
export interface ValidWrite {
  readonly values: ReadonlyMap<CompiledColumn, unknown>;
  readonly files: ReadonlyMap<CompiledField, UploadedFile>;
  /** The names of fields in the body where they differ, for faults that only the database finds. */
  readonly names: ReadonlyMap<string, string>;
}

/**
 * Validates a body by the rules of the resource's fields, the types of their columns and the
 * records that it refers to. Only valid values are written.
 *
 * @throws RequestError `validation_failed` with every fault, by the names of the body;
 * `unauthorized` if a new record needs a value of a field that is hidden from the caller
 * @contract C4.1, C4.2
 */
export function validateWrite(validation: WriteValidation): Eventual<ValidWrite> {
  const errors = new FieldErrors();
  const given = readGiven(validation, errors);
  return whenKnown(checkRules(validation, given, errors), (checked) => {
    const values = parseColumns(validation, given, checked, errors);
    const isNew = validation.operation === 'store' && !validation.asStored;
    const completed = oneByOne([
      () => checkReferences(validation, values, errors),
      () => !isNew || fillIn(validation, values, errors),
    ]);
    return whenKnown(completed, ([, isComplete]) => {
      errors.throwIfAny();
      if (!isComplete) throw hiddenValueRequired();
      return { values, files: given.files, names: errors.names };
    });
  });
}

interface Given {
  readonly values: ReadonlyMap<CompiledField, GivenValue>;
  readonly files: Map<CompiledField, UploadedFile>;
  /** Values that are stored already, such as unchanged images. They are not written. */
  readonly unchanged: ReadonlySet<CompiledField>;
  readonly inputs: Readonly<Record<string, unknown>>;
  /** The values that repeat fields with the rule `confirmed`. They are checked, but not written. */
  readonly confirmations: Readonly<Record<string, unknown>>;
}

function readGiven(validation: WriteValidation, errors: FieldErrors): Given {
  const { resource, members, relationNames, body, record, limits } = validation;
  const values = new Map<CompiledField, GivenValue>();
  const files = new Map<CompiledField, UploadedFile>();
  const unchanged = new Set<CompiledField>();
  for (const field of members.fields) {
    const [first, second] = givenTo(field, body, resource, relationNames, limits.jsonDepth);
    if (!first) continue;
    if (second && String(second.value) !== String(first.value))
      errors.add(second.name, `The ${second.name} field must agree with ${first.name}.`);
    values.set(field, first);
    errors.rename(field.name, first.name);
    const fault = faultOf(first, field);
    if (fault !== undefined) errors.addFault(field.name, fault);
    const isStored = validation.asStored?.has(field) ?? false;
    if (isStored) unchanged.add(field);
    if (isStored || !field.options.image) continue;
    const image = readImage(first.value, field, record, limits);
    if ('fault' in image) errors.addFault(field.name, image.fault);
    else if (image.kind === 'unchanged') unchanged.add(field);
    else if (image.kind === 'file') files.set(field, image.file);
  }
  const known = namesIn(members);
  for (const [part, member] of bracketedParts(body, known))
    errors.add(part, `The part ${part} is not read. Send ${member}, as one part.`);
  if (validation.operation === 'store')
    for (const name of generatedUuids(resource))
      if (!known.has(name) && isUuid(sentAs(body, name)))
        errors.addFault(name, 'is generated. Leave it out.');
  const inputs: Record<string, unknown> = {};
  for (const input of members.inputs)
    for (const { name, value } of givenTo(input, body, resource, relationNames, limits.jsonDepth))
      inputs[name] = value;
  return { values, files, unchanged, inputs, confirmations: readConfirmations(validation) };
}

const namesIn = oncePer(
  ({ fields, inputs }: WritableMembers) => new Set([...fields, ...inputs].map(({ name }) => name)),
);

/**
 * Returns the names of the UUIDs that the service generates, and that the caller cannot set. A client
 * that sends one means to choose it, and would go on with a UUID that no record has.
 */
const generatedUuids = oncePer(({ fields, keyColumn }: CompiledResource): readonly string[] => {
  const generated = [...fields.values()].filter(
    ({ column, options }) => column.filledBy === 'uuid' && options.readOnly,
  );
  return [...(keyColumn.filledBy === 'uuid' ? ['id'] : []), ...generated.map(({ name }) => name)];
});

function readConfirmations({ resource, operation, members, body, limits }: WriteValidation) {
  const { confirmations } = rulesOf(resource)[operation];
  const values: Record<string, unknown> = {};
  if (confirmations.size === 0) return values;
  for (const member of [...members.fields, ...members.inputs]) {
    const name = confirmations.get(member.name);
    const given = name !== undefined && confirmationGiven(member, name, body, limits.jsonDepth);
    if (given) values[name] = given.value;
  }
  return values;
}

/** Returns why a value is not validated further: only columns of images accept a file. */
const faultOf = ({ value, fault }: GivenValue, { options }: CompiledField): string | undefined =>
  value instanceof ReceivedFile && !options.image ? 'must not be a file.' : fault;

/** Returns the values as the rules convert them. */
function checkRules(
  { resource, operation, whole, members, ruleContext, record }: WriteValidation,
  { values, inputs, confirmations, unchanged }: Given,
  errors: FieldErrors,
): Eventual<Readonly<Record<string, unknown>>> {
  const all: Record<string, unknown> = { ...confirmations };
  for (const [{ name }, { value }] of values) all[name] = value;
  Object.assign(all, inputs);
  const fields = whole ? members.fields : new Set(values.keys());
  const isAll = whole && unchanged.size === 0 && errors.isEmpty;
  // The same set for all bodies, so that the rules select their fields once.
  const only = isAll
    ? namesIn(members)
    : new Set(
        [...[...fields].filter((field) => !unchanged.has(field)), ...members.inputs]
          .map(({ name }) => name)
          .filter((name) => !errors.has(name)),
      );
  const context = { names: errors.names, kept: keptReferences(values, record), ...ruleContext };
  const outcome = rulesOf(resource)[operation].check(all, context, only);
  return whenKnown(outcome, (known) => {
    errors.addAll(known.errors);
    return known.values;
  });
}

/** The names of fields that repeat the key of the record which the stored record refers to. */
function keptReferences(
  values: Given['values'],
  record: WriteValidation['record'],
): ReadonlySet<string> {
  if (record === null) return NONE;
  const kept = [...values].filter(([{ column }, { value }]) => {
    const parsed = parseColumnValue(column, value);
    return 'value' in parsed && !isChanged(column, new Map([[column, parsed.value]]), record);
  });
  return new Set(kept.map(([{ name }]) => name));
}

const NONE: ReadonlySet<string> = new Set();

function parseColumns(
  { resource }: WriteValidation,
  { values, unchanged }: Given,
  checked: Readonly<Record<string, unknown>>,
  errors: FieldErrors,
): Map<CompiledColumn, unknown> {
  const parsed = new Map<CompiledColumn, unknown>();
  for (const field of values.keys()) {
    const { name, column, options } = field;
    if (unchanged.has(field) || errors.has(name) || !Object.hasOwn(checked, name)) continue;
    const value =
      options.image && checked[name] !== null
        ? { value: '' }
        : parseColumnValue(column, checked[name]);
    if ('fault' in value) errors.addFault(name, value.fault);
    else if (column === resource.keyColumn && isReserved(value.value))
      errors.addFault(name, 'is a reserved word.');
    else parsed.set(column, value.value);
  }
  return parsed;
}

/**
 * After a resource's path these words do not mean a record, and clients remove dots from a path.
 * @contract C1.2
 */
const isReserved = (key: unknown): boolean =>
  [...reservedRelationKeys, '.', '..'].includes(String(key));

/**
 * Records that a body refers to must exist and be visible to the user. Both faults have the same
 * message.
 */
function checkReferences(
  { resource, record, ruleContext }: WriteValidation,
  values: ReadonlyMap<CompiledColumn, unknown>,
  errors: FieldErrors,
): Eventual<void> {
  const invisible = findInvisibleReferences(resource, values, record, ruleContext.rows);
  return whenKnown(invisible, (fields) => {
    for (const { name } of fields)
      if (!errors.has(name)) errors.addForName(name, (sent) => `The selected ${sent} is invalid.`);
  });
}

/**
 * Adds defaults for fields that the caller did not send, or may not send, and faults for required
 * fields without a value.
 *
 * @returns `false` if a required field without a value is hidden from the caller
 */
function fillIn(
  validation: WriteValidation,
  values: Map<CompiledColumn, unknown>,
  errors: FieldErrors,
): Eventual<boolean> {
  const { resource, ruleContext } = validation;
  const fill = (field: CompiledField, value: unknown): boolean => {
    if (value !== undefined) values.set(field.column, value);
    if (value !== undefined || mayBeAbsent(field, validation)) return true;
    const isHidden = !resource.fields.has(field.name);
    if (!isHidden) errors.addFault(field.name, 'is required.');
    return !isHidden;
  };
  const filled = inTurn([...resource.full.fields.values()], (field) => {
    if (values.has(field.column) || errors.has(field.name)) return true;
    const value: Eventual<unknown> = field.options.default?.(ruleContext.request);
    return value === undefined
      ? fill(field, value)
      : whenKnown(value, (known) => fill(field, known));
  });
  return whenKnown(filled, (all) => all.every(Boolean));
}

function mayBeAbsent(
  { name, column }: CompiledField,
  { resource, members }: WriteValidation,
): boolean {
  const { hooks, operations, table } = resource;
  if (column.nullable || column.filledBy !== null || hooks.storing) return true;
  // A store of the team's own, or a trigger, can set what the client cannot.
  const field = resource.fields.get(name);
  const isSetElsewhere = operations.store !== undefined || table.hasTriggers;
  return isSetElsewhere && !(field && members.fields.has(field));
}

import { Injectable } from '@nestjs/common';
import { attributeNames } from '../../pipeline/authorization/authorize-include.js';
import {
  authorizeMembers,
  isWritten,
  type WriteOperation,
} from '../../pipeline/authorization/authorize-write.js';
import { describeRule } from '../../rules/entries/describe-rule.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import { declared, type AccessStep } from './access-step.js';
import type { AskedAccess, AccessFinding } from './asked-access.js';
import { RecordAccess } from './record-access.js';

/** Asks whether an account reads or writes a field. */
@Injectable()
export class FieldAccess {
  constructor(private readonly records: RecordAccess) {}

  /** @throws RequestError of the request */
  async find(asked: AskedAccess, name: string): Promise<AccessFinding> {
    const { operation } = asked.question;
    const record = await this.records.find(asked);
    if (record.error) return record;
    const member =
      operation === 'store' || operation === 'update'
        ? await written(asked, name, operation)
        : read(asked, name);
    return { ...member, steps: [...record.steps, ...member.steps] };
  }
}

/** Whether responses contain the field: with the names that the serialization uses. */
function read({ full, context: { resource } }: AskedAccess, name: string): AccessFinding {
  const field = full.fields.get(name);
  const { only } = (field ?? full.computed.get(name))?.options ?? {};
  const isHidden = !attributeNames(resource).includes(name) && name !== 'id';
  const found: (AccessStep | false)[] = [
    full.inputs.has(name) &&
      declared(
        full,
        name,
        'input',
        'hidden',
        'An input is not stored, so no response contains it.',
      ),
    field?.options.writeOnly === true &&
      declared(full, name, 'writeOnly', 'hidden', 'No response contains the field.'),
    only !== undefined &&
      declared(full, name, 'only', isHidden ? 'hidden' : 'allowed', `Read in: ${only.join(', ')}.`),
  ];
  return { error: null, isHidden, steps: found.filter((step) => step !== false) };
}

/** Whether a body may contain the field: with the decisions of a write. */
async function written(
  { full, context: { resource }, request }: AskedAccess,
  name: string,
  operation: WriteOperation,
): Promise<AccessFinding> {
  const { fields, inputs } = await authorizeMembers(resource, operation, request);
  const writable = [...fields, ...inputs].find((member) => member.name === name);
  const steps = [
    ...fixed(full.fields.get(name), full, name, operation),
    ...(writable ? rulesOf(full, writable, name, operation) : []),
  ];
  return { error: null, isHidden: writable === undefined, steps };
}

type FullField = ReturnType<AskedAccess['full']['fields']['get']>;

function fixed(
  field: FullField,
  full: AskedAccess['full'],
  name: string,
  operation: WriteOperation,
): readonly AccessStep[] {
  if (full.computed.has(name))
    return [declared(full, name, 'computed', 'refused', 'The attribute is computed, not stored.')];
  const isKey = !field && name === 'id';
  if (!isKey && (!field || isWritten(field, full, operation))) return [];
  return field?.options.readOnly
    ? [declared(full, name, 'readOnly', 'refused', 'Bodies cannot set the field.')]
    : [declared(full, name, 'key', 'refused', 'The key of a record does not change.')];
}

function rulesOf(
  full: AskedAccess['full'],
  member: { readonly options: { readonly rules?: unknown } },
  name: string,
  operation: WriteOperation,
): readonly AccessStep[] {
  const field = full.fields.get(name);
  const always = field?.rules ?? ((member.options.rules ?? []) as readonly RuleSpec[]);
  const storing = operation === 'store' ? (field?.options.storingRules ?? []) : [];
  const rules = [...new Set([...always, ...storing].map(describeRule))];
  if (rules.length === 0) return [];
  const detail = `A value must pass these rules: ${rules.join('; ')}.`;
  return [declared(full, name, 'rules', 'not asked', detail)];
}

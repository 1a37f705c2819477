import { referringColumns, type WritableRelation } from '../../../registry/writable-relations.js';
import type { JsonSchema } from '../../../rules/json-schema.js';
import type { MemberSchemas } from '../../../validation/body-schema.js';
import { without } from '../arguments/key-argument.js';
import { keySchema, objectSchema } from './key-schema.js';

/**
 * Returns the schema of the related records in the body of their parent.
 *
 * @param stored the body of a new record; `null` if the caller cannot store one here
 * @param changed the body of an update; `null` if the caller cannot update one here
 * @contract C4.7
 */
export function relatedSchema(
  relation: WritableRelation,
  stored: MemberSchemas | null,
  changed: MemberSchemas | null,
): JsonSchema {
  const { many } = relation;
  const referring = referringNames(relation);
  const members = without({ ...changed?.properties, ...stored?.properties }, referring);
  const id = changed && { id: keySchema(relation.resource) };
  const needed = (stored?.required ?? []).filter((name) => !referring.includes(name));
  const required = changed === null ? needed : stored === null && many ? ['id'] : [];
  const element = objectSchema({ ...id, ...(members as MemberSchemas['properties']) }, required);
  const description = [
    changed && (many ? 'An element with "id" changes that record.' : 'Changes the related record.'),
    stored && `${many ? 'An element without "id"' : 'If there is no record, it'} is a new record`,
  ];
  const text = `${description.filter(Boolean).join(' ')}${stored ? requirementOf(needed) : ''}`;
  return many
    ? { description: `${text} Other records stay as they are.`, type: 'array', items: element }
    : { description: text, anyOf: [element, { type: 'null' }] };
}

const requirementOf = (needed: readonly string[]): string =>
  needed.length === 0 ? '.' : `, which needs ${needed.join(', ')}.`;

/** Returns the names of the fields that refer to the parent. */
function referringNames(relation: WritableRelation): readonly string[] {
  const columns = referringColumns(relation);
  return [...relation.resource.fields.values()].flatMap(({ column, name }) =>
    columns.has(column) ? [name] : [],
  );
}

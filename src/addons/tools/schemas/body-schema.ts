import type { WriteOperation } from '../../../pipeline/authorization/authorize-write.js';
import {
  describeUnparsed,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import {
  sendableMembers,
  type WrittenMember,
} from '../../../pipeline/describing/written-members.js';
import type { MemberSchemas } from '../../../pipeline/validation/body-schema.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import { optionsNamed, withDeprecation } from '../../../registry/resources/deprecation.js';
import { mergeSchemas } from '../../../rules/schema/merge-schemas.js';
import { clientSchema } from './client-schema.js';

/**
 * Returns the members of a body that the user may write.
 *
 * @param id the key of the record, if it is known: the writable fields can depend on it
 * @contract C4.1, C4.2
 */
export async function bodySchema(
  context: RequestContext,
  operation: WriteOperation,
  id?: unknown,
): Promise<MemberSchemas> {
  const request = describeUnparsed(context, operation, '', isKey(id) ? String(id) : null);
  const members = await sendableMembers(context, operation, request);
  const needed = members.filter(({ required }) => required);
  return {
    properties: Object.fromEntries(
      members.map((member) => [
        member.name,
        withDeprecation(schemaOf(member), optionsNamed(context.resource, member.name)),
      ]),
    ),
    // Updates require no field: they write only what is sent.
    required: operation === 'update' ? [] : needed.map(({ name }) => name),
  };
}

/** Whether an argument can be the key of a record. */
export const isKey = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number';

function schemaOf({ schema, column, isImage }: WrittenMember): JsonSchema {
  if (isImage) return imageSchema(column!.nullable);
  return clientSchema(
    column?.holdsKey ? mergeSchemas(schema, { description: 'The key of a record.' }) : schema,
  );
}

/** Files cannot be sent as JSON. @contract C10.1 */
const imageSchema = (nullable: boolean): JsonSchema => ({
  description: `Files cannot be uploaded here. Send the current path of the field${nullable ? ', or null to remove the file' : ''}.`,
  anyOf: [{ type: 'string' }, ...(nullable ? [{ type: 'null' }] : [])],
});

import { Injectable } from '@nestjs/common';
import { oncePer } from '../../../base/once-per.js';
import {
  authorizeMembers,
  type WriteOperation,
} from '../../../pipeline/authorization/authorize-write.js';
import { ReadRecords } from '../../../modules/records/reading/read-records.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import type {
  CompiledField,
  CompiledResource,
} from '../../../registry/resources/compiled-resource.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import { bodySchemas, type MemberSchemas } from '../../../pipeline/validation/body-schema.js';
import { rulesOf } from '../../../pipeline/validation/resource-rules.js';
import { only } from './key-argument.js';
import { clientSchema } from './client-schema.js';

/**
 * Builds the schemas of write bodies from the rules that validate them, limited to the fields that
 * the user may write.
 */
@Injectable()
export class BodySchemas {
  constructor(private readonly reads: ReadRecords) {}

  /**
   * @param id the key of the record, if it is known: the writable fields can depend on it
   * @contract C4.1, C4.2
   */
  async of(
    context: RequestContext,
    operation: WriteOperation,
    id?: unknown,
  ): Promise<MemberSchemas> {
    const { resource } = context;
    const all = schemasOf(resource)[operation];
    const request = this.reads.describeRequest(
      context,
      '',
      operation,
      isKey(id) ? String(id) : null,
    );
    const { fields, inputs } = await authorizeMembers(resource, operation, request);
    // Inputs that apply only to some requests are listed for all: the other requests ignore them.
    const members = namesOf([...fields, ...resource.inputs.values()]);
    const { confirmations } = rulesOf(resource)[operation];
    const accepted = new Set(
      [...members].flatMap((name) => [name, confirmations.get(name) ?? name]),
    );
    const applicable = namesOf([...fields, ...inputs]);
    return {
      properties: only(all.properties, accepted),
      required: all.required.filter((name) => applicable.has(name)),
    };
  }
}

const schemasOf = oncePer(
  (resource: CompiledResource): Readonly<Record<WriteOperation, MemberSchemas>> => ({
    store: bodySchema(resource, 'store'),
    update: bodySchema(resource, 'update'),
  }),
);

/** Whether an argument can be the key of a record. */
export const isKey = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number';

const namesOf = (members: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(members.map(({ name }) => name));

/** Updates require no field: they write only what is sent. */
function bodySchema(resource: CompiledResource, operation: WriteOperation): MemberSchemas {
  const { properties, required } = bodySchemas(resource, operation);
  const described = Object.entries(properties).map(([name, schema]) => {
    const field = resource.fields.get(name);
    return [name, field ? fieldSchema(field, schema) : clientSchema(schema)] as const;
  });
  return {
    properties: Object.fromEntries(described),
    required: operation === 'update' ? [] : [...new Set([...required, ...indispensable(resource)])],
  };
}

function fieldSchema({ column, options }: CompiledField, schema: JsonSchema): JsonSchema {
  if (options.image) return imageSchema(column.nullable);
  if (!column.holdsKey || column.type === 'text') return clientSchema(schema);
  const { description, enum: members } = schema;
  if (members) return clientSchema(schema);
  const key = [{ type: 'integer' }, { type: 'string' }];
  return {
    description: [description, 'The key of a record.'].filter(Boolean).join(' '),
    anyOf: column.nullable ? [...key, { type: 'null' }] : key,
  };
}

/** Files cannot be sent as JSON. @contract C10.1 */
const imageSchema = (nullable: boolean): JsonSchema => ({
  description: `Files cannot be uploaded here. Send the current path of the field${nullable ? ', or null to remove the file' : ''}.`,
  anyOf: [{ type: 'string' }, ...(nullable ? [{ type: 'null' }] : [])],
});

/** Returns the fields whose columns nothing else fills. @contract C4.2 */
const indispensable = ({ fields, hooks }: CompiledResource): readonly string[] =>
  [...fields.values()]
    .filter(
      ({ column, options }) =>
        !column.nullable && column.filledBy === null && !options.default && !hooks.storing,
    )
    .map(({ name }) => name);

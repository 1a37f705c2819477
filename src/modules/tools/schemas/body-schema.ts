import { Injectable } from '@nestjs/common';
import { authorizeMembers, type WriteOperation } from '../../../authorization/authorize-write.js';
import { ReadRecords } from '../../records/reading/read-records.js';
import type { RequestContext } from '../../../authorization/request-context.js';
import type { CompiledField, CompiledResource } from '../../../registry/compiled-resource.js';
import type { JsonSchema } from '../../../rules/json-schema.js';
import { bodySchemas, type MemberSchemas } from '../../../validation/body-schema.js';
import { rulesOf } from '../../../validation/resource-rules.js';
import { only } from '../arguments/key-argument.js';
import { clientSchema } from './client-schema.js';

/**
 * What a write may be sent, made of the very rules that it is held against: the fields that this
 * user may write.
 */
@Injectable()
export class BodySchemas {
  private readonly compiled = new WeakMap<
    CompiledResource,
    Readonly<Record<WriteOperation, MemberSchemas>>
  >();

  constructor(private readonly reads: ReadRecords) {}

  /**
   * @param id the key of the record, where it is known already: what may be written can hang on it
   * @contract C4.1, C4.2
   */
  async of(
    context: RequestContext,
    operation: WriteOperation,
    id?: unknown,
  ): Promise<MemberSchemas> {
    const { resource } = context;
    const all = this.schemasOf(resource)[operation];
    const request = this.reads.describeRequest(
      context,
      '',
      operation,
      isKey(id) ? String(id) : null,
    );
    const { fields, inputs } = await authorizeMembers(resource, operation, request);
    // What an input is asked for in some requests alone, the others pass over.
    const members = namesOf([...fields, ...resource.inputs.values()]);
    const { confirmations } = rulesOf(resource)[operation];
    const taken = new Set([...members].flatMap((name) => [name, confirmations.get(name) ?? name]));
    const asked = namesOf([...fields, ...inputs]);
    return {
      properties: only(all.properties, taken),
      required: all.required.filter((name) => asked.has(name)),
    };
  }

  private schemasOf(resource: CompiledResource): Readonly<Record<WriteOperation, MemberSchemas>> {
    const known = this.compiled.get(resource);
    if (known) return known;
    const schemas = {
      store: bodySchema(resource, 'store'),
      update: bodySchema(resource, 'update'),
    };
    this.compiled.set(resource, schemas);
    return schemas;
  }
}

const isKey = (id: unknown): boolean => typeof id === 'string' || typeof id === 'number';

const namesOf = (members: readonly { readonly name: string }[]): ReadonlySet<string> =>
  new Set(members.map(({ name }) => name));

/** An update writes what it is sent, so that nothing is required. */
function bodySchema(resource: CompiledResource, operation: WriteOperation): MemberSchemas {
  const { properties, required } = bodySchemas(resource, operation);
  const withClientSchemas = Object.entries(properties).map(([name, schema]) => {
    const field = resource.fields.get(name);
    return [name, field ? fieldSchema(field, schema) : clientSchema(schema)] as const;
  });
  return {
    properties: Object.fromEntries(withClientSchemas),
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

/** Files do not travel in JSON. @contract C10.1 */
const imageSchema = (nullable: boolean): JsonSchema => ({
  description: `A file cannot be sent here: the path that the field holds${nullable ? ', or null, which removes the file' : ''}.`,
  anyOf: [{ type: 'string' }, ...(nullable ? [{ type: 'null' }] : [])],
});

/** Columns that nothing else fills. @contract C4.2 */
const indispensable = ({ fields, hooks }: CompiledResource): readonly string[] =>
  [...fields.values()]
    .filter(
      ({ column, options }) =>
        !column.nullable && column.filledBy === null && !options.default && !hooks.storing,
    )
    .map(({ name }) => name);

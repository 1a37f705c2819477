import {
  authorizeMembers,
  usableNames,
  type WritableMembers,
  type WriteOperation,
} from '../../../authorization/authorize-write.js';
import type { RequestContext } from '../../../authorization/request-context.js';
import type { CompiledColumn, CompiledResource } from '../../../registry/compiled-resource.js';
import type { ResourceRequest } from '../../../types/register.js';
import type { RuleContext } from '../../../rules/rule-context.js';
import type { WriteBody } from '../../../validation/write-body.js';
import {
  validateWrite,
  type ValidWrite,
  type WriteValidation,
} from '../../../validation/validate-write.js';

/** The members of a body that the caller may write, and the names of the relations in it. */
export type BodyMembers = Pick<WriteValidation, 'members' | 'relationNames'>;

/** A body, and the request that writes it. */
export interface BodyOfWrite extends Pick<
  WriteValidation,
  'whole' | 'body' | 'record' | 'limits' | 'supplied'
> {
  readonly context: RequestContext;
  readonly operation: WriteOperation;
  readonly rules: RuleContext;
  /** If they are known; see {@link membersOf}. */
  readonly known?: BodyMembers;
}

/**
 * Validates a body by the members that the caller may write in this request.
 * @throws RequestError `validation_failed`, `unauthorized`
 */
export async function validateBody(write: BodyOfWrite): Promise<ValidWrite> {
  const { context, operation, rules, supplied } = write;
  const { members, relationNames } =
    write.known ?? (await membersOf(context, operation, rules.request));
  for (const { name, options } of [...members.fields, ...members.inputs])
    if (options.deprecated && isNamed(write.body, name)) context.deprecations?.note(options);
  return validateWrite({
    resource: context.resource,
    operation,
    whole: write.whole,
    members: supplied ? withoutColumns(members, supplied) : members,
    relationNames,
    body: write.body,
    record: write.record,
    context: rules,
    supplied,
    limits: write.limits,
  });
}

const isNamed = (body: WriteBody, name: string): boolean =>
  body.form ? body.texts.has(name) || body.files.has(name) : Object.hasOwn(body.members, name);

/** Returns what the caller may write in this request. */
export async function membersOf(
  { resource, authorizer }: RequestContext,
  operation: WriteOperation,
  request: ResourceRequest,
): Promise<BodyMembers> {
  return {
    members: await authorizeMembers(resource, operation, request),
    relationNames: await usableNames(resource, request, authorizer),
  };
}

/** Whether {@link membersOf} depends on the request, such as on the key of its record. */
export const dependOnRequest = ({ fields, inputs, relations }: CompiledResource): boolean =>
  [...fields.values()].some(({ options }) => options.canWrite) ||
  [...inputs.values()].some(({ options }) => options.appliesTo) ||
  [...relations.values()].some(({ canEnable }) => canEnable);

const withoutColumns = (
  { fields, inputs }: WritableMembers,
  columns: ReadonlySet<CompiledColumn>,
): WritableMembers => ({
  fields: new Set([...fields].filter(({ column }) => !columns.has(column))),
  inputs,
});

/** Replaces validated values by those to store, such as a password's hash. */
export async function withTransforms(
  { full: { fields } }: CompiledResource,
  valid: ValidWrite,
): Promise<ValidWrite> {
  if (![...fields.values()].some(({ options }) => options.transform)) return valid;
  const values = new Map<CompiledColumn, unknown>(valid.values);
  for (const { column, options } of fields.values()) {
    const value = valid.values.get(column) ?? null;
    if (options.transform && value !== null)
      values.set(column, await options.transform(value as never));
  }
  return { ...valid, values };
}

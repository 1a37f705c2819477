import {
  authorizeMembers,
  usableNames,
  type WriteOperation,
} from '../../../authorization/authorize-write.js';
import type { RequestContext } from '../../../authorization/request-context.js';
import { isExpensive } from '../../../base/expensive.js';
import { computeAll } from '../../../execution/database/beforehand.js';
import type { Database } from '../../../execution/database/database.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import type { RuleContext } from '../../../rules/rule-context.js';
import {
  validateWrite,
  type ValidWrite,
  type WriteValidation,
} from '../../../validation/validate-write.js';

/** A body, and the request that writes it. */
export interface BodyOfWrite extends Pick<
  WriteValidation,
  'whole' | 'body' | 'record' | 'limits' | 'asStored'
> {
  readonly context: RequestContext;
  readonly operation: WriteOperation;
  readonly rules: RuleContext;
}

/**
 * Validates a body by the members that the caller may write in this request.
 * @throws RequestError `validation_failed`, `unauthorized`
 */
export async function validateBody({ context, rules, ...write }: BodyOfWrite): Promise<ValidWrite> {
  const { resource, authorizer } = context;
  const { request } = rules;
  return validateWrite({
    ...write,
    resource,
    members: await authorizeMembers(resource, write.operation, request),
    relationNames: await usableNames(resource, request, authorizer),
    context: rules,
  });
}

/**
 * Replaces validated values by those to store, such as a password's hash. Those that take long are
 * computed while no transaction is open.
 */
export async function withTransforms(
  database: Database,
  { full: { fields } }: CompiledResource,
  writes: readonly ValidWrite[],
): Promise<readonly ValidWrite[]> {
  const transformed = writes.map((write) => ({ ...write, values: new Map(write.values) }));
  for (const { column, options } of fields.values()) {
    const compute = options.transform as Transform | undefined;
    const given = transformed.filter(({ values }) => (values.get(column) ?? null) !== null);
    if (!compute || given.length === 0) continue;
    const values = given.map((write) => write.values.get(column));
    const results = isExpensive(compute)
      ? await database.beforehand(compute, values)
      : await computeAll(compute, values);
    given.forEach((write, at) => write.values.set(column, results[at]));
  }
  return transformed;
}

type Transform = (value: unknown) => unknown;

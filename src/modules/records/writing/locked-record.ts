import { authorizeRecord } from '../../../pipeline/authorization/authorize-write.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { verifyShown } from '../../../pipeline/authorization/shown-records.js';
import { RequestError } from '../../../base/errors/index.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import type { ResourceRequest } from '../../../base/types/register.js';
import type { ValidWrite } from '../../../pipeline/validation/validate-write.js';
import { changedColumns } from '../lookups/column-values.js';

type Properties = Readonly<Record<string, unknown>>;

/*
 * What is checked again when a record is locked, since it may have changed since the guard read it.
 */

/**
 * Rejects the write if a secret has changed that the body was validated against, such as the
 * current password.
 *
 * @throws RequestError `conflict`
 */
export function verifySecretsUnchanged(
  { full: { fields } }: CompiledResource,
  values: ValidWrite['values'],
  before: object,
  record: object,
): void {
  const secrets = [...fields.values()].filter(
    ({ column, options }) => options.transform && values.has(column),
  );
  const isChanged = secrets.some(
    ({ column: { property } }) => valueOf(before, property) !== valueOf(record, property),
  );
  if (isChanged)
    throw new RequestError('conflict', { message: 'The record has changed since it was read.' });
}

/**
 * Checks the policy again for a locked record, if one of the policy's columns has changed since the
 * guard checked it.
 *
 * @throws RequestError `not_found`, `unauthorized`
 */
export async function authorizeAgain(
  { authorizer, resource }: RequestContext,
  request: ResourceRequest,
  before: object,
  record: object,
): Promise<void> {
  const { policy } = resource;
  if (changedColumns(policy.needs, before, record).length === 0) return;
  const operation = request.operation === 'delete' ? 'delete' : 'update';
  if (policy.show?.usesRecord && request.operation !== 'profile')
    await verifyShown(authorizer, resource, record);
  if (policy[operation]?.usesRecord) await authorizeRecord(authorizer, resource, operation, record);
}

/** Returns an instance of the same entity, for the values that a write sets. */
export const copyOf = (record: object): object =>
  Object.assign(Object.create(Object.getPrototypeOf(record) as object) as object, record);

const valueOf = (record: object, property: string): unknown => (record as Properties)[property];

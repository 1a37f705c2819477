import { Injectable } from '@nestjs/common';
import { notDeleted } from '../../pipeline/authorization/resolve-condition.js';
import { verifyShown } from '../../pipeline/authorization/shown-records.js';
import { RequestError } from '../../base/errors/index.js';
import type { Transaction } from '../../database/connection/database.js';
import { RecordLocks } from '../../database/write/record-locks.js';
import { getKey } from '../../pipeline/request/parse-key.js';
import type { ResourceHttpRequest } from '../../modules/records/guards/resource.guard.js';
import { RecordVersions } from './record-versions.js';
import type { WriteTerms } from './write-terms.js';

/** Compares the version of a record with those that a request requires. @contract C13.1 */
@Injectable()
export class RequiredVersions {
  constructor(
    private readonly locks: RecordLocks,
    private readonly versions: RecordVersions,
  ) {}

  /**
   * Locks the record and compares its version.
   *
   * @throws RequestError `precondition_failed` with the record's version in the header `ETag`;
   * `not_found` for a record that the caller may not see; `malformed_request` for a request that is
   * not about one record
   */
  async verify(
    transaction: Transaction,
    terms: WriteTerms,
    httpRequest: ResourceHttpRequest,
  ): Promise<void> {
    if (terms.ifMatch === null && terms.ifNoneMatch === null) return;
    const { resource } = httpRequest.context;
    const { key, scope, isOwn } = subjectOf(httpRequest);
    const [record] = await this.locks.lock(transaction, resource, [key], scope, 'change');
    if (!record) throw new RequestError('not_found');
    if (!isOwn) await verifyShown(httpRequest.context.authorizer, resource, record);
    if (terms.ifMatch === '*' && terms.ifNoneMatch === null) return;
    const [version] = (await this.versions.versionsOf(transaction, resource, [key])).values();
    if (version === undefined || isAccepted(version, terms)) return;
    throw new RequestError('precondition_failed', { headers: { ETag: `W/"${version}"` } });
  }
}

/** Whether a record with this version exists as the request expects it. */
const isAccepted = (version: string, { ifMatch, ifNoneMatch }: WriteTerms): boolean =>
  (ifMatch === null || ifMatch === '*' || ifMatch.includes(version)) &&
  (ifNoneMatch === null || !(ifNoneMatch === '*' || ifNoneMatch.includes(version)));

/** @throws RequestError `malformed_request`, `not_found` */
function subjectOf({ subject, context: { resource, authorizer } }: ResourceHttpRequest) {
  if (!subject)
    throw new RequestError('malformed_request', {
      errors: { 'If-Match': ['If-Match is only allowed in requests about one record.'] },
    });
  const { id, isOwn } = subject;
  const scope = isOwn ? notDeleted(resource) : authorizer.scope(resource);
  return { key: getKey(id, resource.keyColumn), scope, isOwn };
}

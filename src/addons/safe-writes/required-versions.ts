import { Injectable } from '@nestjs/common';
import { notDeleted } from '../../pipeline/authorization/resolve-condition.js';
import { verifyShown } from '../../pipeline/authorization/shown-records.js';
import { RequestError } from '../../base/errors/index.js';
import type { Key } from '../../base/types/register.js';
import type { Transaction } from '../../database/connection/database.js';
import { RecordLocks } from '../../database/write/record-locks.js';
import { getKey } from '../../pipeline/request/parse-key.js';
import type { AuthorizedHttpRequest } from '../../modules/records/guards/ability.guard.js';
import type { RecordAbilityName } from '../../modules/records/guards/record-ability.decorator.js';
import type { ResourceHttpRequest } from '../../modules/records/guards/resource.guard.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { RecordVersions } from './record-versions.js';
import type { WriteTerms } from './write-terms.js';

/** The routes that change one record, and the operation of each. */
const changes: Partial<Record<RecordAbilityName, 'update' | 'delete'>> = {
  update: 'update',
  updateProfile: 'update',
  delete: 'delete',
};

/** Compares the version of a record with those that a request requires. @contract C13.1 */
@Injectable()
export class RequiredVersions {
  constructor(
    private readonly locks: RecordLocks,
    private readonly versions: RecordVersions,
  ) {}

  /**
   * Compares the version that the guard has read, if any, and makes the update or deletion compare the
   * current one as soon as it has locked the record. So the write needs no transaction around it.
   *
   * @returns `false` for other requests, and where a team's own operation may write before that
   * @throws RequestError `precondition_failed` with the record's version in the header `ETag`
   */
  verifyAlong(terms: WriteTerms, httpRequest: ResourceHttpRequest): boolean {
    const { ability, context } = httpRequest;
    const { resource } = context;
    const operation = ability && changes[ability];
    if (!operation || resource.full.operations[operation]) return false;
    const changing = httpRequest as AuthorizedHttpRequest<'update' | 'delete'>;
    const { key, version } = changing.authorized.records[0]!;
    if (version !== undefined) verifyAccepted(this.versions.versionFrom(resource, version), terms);
    const verifyLocked = (transaction: Transaction) =>
      this.verifyLocked(transaction, terms, resource, key);
    changing.authorized = { ...changing.authorized, verifyLocked };
    return true;
  }

  /**
   * Locks the record and compares its version.
   *
   * @throws RequestError as {@link verifyAlong}; `not_found` for a record that the caller may not see;
   * `malformed_request` for a request that is not about one record
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
    await this.verifyLocked(transaction, terms, resource, key);
  }

  private async verifyLocked(
    transaction: Transaction,
    terms: WriteTerms,
    resource: CompiledResource,
    key: Key,
  ): Promise<void> {
    if (terms.ifMatch === '*' && terms.ifNoneMatch === null) return;
    const [version] = (await this.versions.versionsOf(transaction, resource, [key])).values();
    if (version !== undefined) verifyAccepted(version, terms);
  }
}

/** @throws RequestError `precondition_failed` */
function verifyAccepted(version: string, terms: WriteTerms): void {
  if (!isAccepted(version, terms))
    throw new RequestError('precondition_failed', { headers: { ETag: `W/"${version}"` } });
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

import { Inject, Injectable } from '@nestjs/common';
import { EVERYTHING } from '../../../authorization/resolved-condition.js';
import { RequestError } from '../../../errors/index.js';
import { DATABASE, type Database } from '../../../execution/database/database.js';
import { RecordLocks } from '../../../execution/writes/record-locks.js';
import { parseKey } from '../../../request/parse-key.js';
import { ownKeyOf } from '../ability.guard.js';
import type { ResourceHttpRequest } from '../resource.guard.js';
import { RecordVersions } from '../versions/record-versions.js';
import type { WriteTerms } from './write-terms.js';

/** Compares the version of a record with those that a request requires. @contract C13.1 */
@Injectable()
export class RequiredVersions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly locks: RecordLocks,
    private readonly versions: RecordVersions,
  ) {}

  /**
   * Locks the record, inside of the joined transaction. A record that does not exist is left to the
   * operation.
   *
   * @throws RequestError `precondition_failed` with the record's version in the header `ETag`;
   * `malformed_request` for a request that is not about one record
   */
  async verify({ ifMatch }: WriteTerms, request: ResourceHttpRequest): Promise<void> {
    if (ifMatch === null) return;
    const key = keyOf(request);
    const { resource } = request.context;
    await this.database.transaction(async (transaction) => {
      const record = await this.locks.lock(transaction, resource, key, EVERYTHING, 'change');
      if (!record || ifMatch === '*') return;
      const version = (await this.versions.versionsOf(transaction, resource, [key])).get(
        String(key),
      );
      if (version === undefined || ifMatch.includes(version)) return;
      throw new RequestError('precondition_failed', { headers: { ETag: `W/"${version}"` } });
    });
  }
}

/** @throws RequestError `malformed_request`, `not_found` */
function keyOf(request: ResourceHttpRequest): string | number {
  const { id } = request.params;
  const { resource } = request.context;
  if (request.routeOptions.url?.includes('/profile')) return ownKeyOf(request);
  if (id === undefined)
    throw new RequestError('malformed_request', {
      errors: { 'If-Match': ['If-Match is only allowed in requests about one record.'] },
    });
  const key = parseKey(id, resource.keyColumn);
  if (key === undefined) throw new RequestError('not_found');
  return key;
}

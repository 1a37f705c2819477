import { Inject, Injectable } from '@nestjs/common';
import { EVERYTHING } from '../../../authorization/resolved-condition.js';
import { RequestError } from '../../../errors/index.js';
import { DATABASE, type Database } from '../../../execution/database/database.js';
import { RecordLocks } from '../../../execution/writes/record-locks.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import type { Key } from '../../../types/register.js';
import { RecordVersions } from '../versions/record-versions.js';

/** Compares the version of a record with those that a write requires. @contract C13.1 */
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
   * @param required the versions that the record may have, or `*` for any
   * @throws RequestError `precondition_failed` with the record's version in the header `ETag`
   */
  async verify(
    required: readonly string[] | '*',
    resource: CompiledResource,
    key: Key,
  ): Promise<void> {
    await this.database.transaction(async (transaction) => {
      const record = await this.locks.lock(transaction, resource, key, EVERYTHING, 'change');
      if (!record || required === '*') return;
      const versions = await this.versions.versionsOf(transaction, resource, [key]);
      const version = versions.get(String(key));
      if (version === undefined || required.includes(version)) return;
      throw new RequestError('precondition_failed', { headers: { ETag: `W/"${version}"` } });
    });
  }
}

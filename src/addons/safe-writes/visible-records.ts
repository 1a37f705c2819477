import { Inject, Injectable } from '@nestjs/common';
import { EVERYTHING } from '../../pipeline/authorization/resolved-condition.js';
import type { Authorizer } from '../../pipeline/authorization/authorizer.js';
import type { RequestContext } from '../../pipeline/authorization/request-context.js';
import { isShown } from '../../pipeline/authorization/shown-records.js';
import { RequestError } from '../../base/errors/index.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { RecordLocks } from '../../database/write/record-locks.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { parseKey } from '../../pipeline/request/parse-key.js';
import type { Key } from '../../base/types/register.js';

/** A record in a response. */
interface Identifier {
  readonly type: string;
  readonly id: string;
}

/** Finds out whether a caller may see records by their types and keys. @contract C13.2, C13.3 */
@Injectable()
export class VisibleRecords {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly locks: RecordLocks,
  ) {}

  /**
   * Verifies that the caller may still see the records of an old response. Records that do not exist
   * any more are left out of account.
   *
   * @param body JSON text
   * @throws RequestError `unauthorized`
   */
  async verifyVisible({ resource, authorizer }: RequestContext, body: string): Promise<void> {
    for (const { type, id } of identifiersIn(JSON.parse(body))) {
      const shown = resource.view.get(type);
      if (!shown || !(await this.find(shown, id, EVERYTHING))) continue;
      if (!(await this.isVisible(authorizer, shown, id))) throw new RequestError('unauthorized');
    }
  }

  /** Whether a record exists and the caller may see it. */
  async isVisible(
    authorizer: Authorizer,
    resource: CompiledResource,
    id: string,
  ): Promise<boolean> {
    const record = await this.find(resource, id, authorizer.scope(resource));
    return record !== undefined && isShown(authorizer, resource, record);
  }

  /** Whether one of the records still exists. */
  async existAny(resource: CompiledResource, keys: readonly Key[]): Promise<boolean> {
    const { keyColumn } = resource;
    const found = this.locks.holding(this.database, resource, keyColumn, keys, EVERYTHING);
    return (await found).length > 0;
  }

  private async find(
    resource: CompiledResource,
    id: string,
    scope: Parameters<RecordLocks['find']>[3],
  ): Promise<object | undefined> {
    const key = parseKey(id, resource.keyColumn);
    if (key === undefined) return undefined;
    return (await this.locks.find(this.database, resource, [key], scope))[0];
  }
}

/** Returns the resource objects at any depth, each record once. */
function identifiersIn(body: unknown): readonly Identifier[] {
  const found = new Map<string, Identifier>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, id, attributes } = value as Readonly<Record<string, unknown>>;
    if (typeof type === 'string' && typeof id === 'string' && attributes !== undefined)
      found.set(`${type} ${id}`, { type, id });
    Object.values(value).forEach(visit);
  };
  visit(body);
  return [...found.values()];
}

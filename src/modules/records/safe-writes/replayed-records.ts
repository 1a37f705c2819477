import { Inject, Injectable } from '@nestjs/common';
import { EVERYTHING } from '../../../authorization/resolved-condition.js';
import type { RequestContext } from '../../../authorization/request-context.js';
import { shownOf } from '../../../authorization/shown-records.js';
import { RequestError } from '../../../errors/index.js';
import { DATABASE, type Database } from '../../../execution/database/database.js';
import { RecordLocks } from '../../../execution/writes/record-locks.js';
import type { CompiledResource } from '../../../registry/compiled-resource.js';
import { parseKey } from '../../../request/parse-key.js';
import type { Key } from '../../../types/register.js';

/** Verifies that a caller may still see the records of an old response. @contract C13.2 */
@Injectable()
export class ReplayedRecords {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly locks: RecordLocks,
  ) {}

  /**
   * Records that do not exist any more are left out of account. The number of statements depends on
   * the number of resources only.
   *
   * @param body JSON text
   * @param named the records of the context's resource that the request named
   * @throws RequestError `unauthorized`
   */
  async verifyVisible(
    { resource, authorizer }: RequestContext,
    body: string | null,
    named: readonly Key[],
  ): Promise<void> {
    const keys = body === null ? new Map<string, Set<string>>() : keysIn(JSON.parse(body));
    for (const [type, ids] of keys) {
      const shown = resource.view.get(type);
      if (!shown) continue;
      const listed = [...ids].flatMap((id) => parseKey(id, shown.keyColumn) ?? []);
      await this.verify(authorizer, shown, listed);
    }
    await this.verify(authorizer, resource, named);
  }

  /** Whether one of the records still exists. */
  async existAny(resource: CompiledResource, keys: readonly Key[]): Promise<boolean> {
    return (await this.existing(resource, keys)).length > 0;
  }

  private async verify(
    authorizer: RequestContext['authorizer'],
    resource: CompiledResource,
    keys: readonly Key[],
  ): Promise<void> {
    if (keys.length === 0) return;
    const existing = await this.existing(resource, keys);
    const scope = authorizer.scope(resource);
    const visible = await this.locks.findListed(this.database, resource, keys, scope);
    const shown = await shownOf(authorizer, resource, visible);
    if (shown.length < existing.length) throw new RequestError('unauthorized');
  }

  private existing(resource: CompiledResource, keys: readonly Key[]): Promise<readonly object[]> {
    return this.locks.findListed(this.database, resource, keys, EVERYTHING);
  }
}

/** Returns the keys of the resource objects and of the conflicts at any depth, by type. */
function keysIn(body: unknown): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    const { type, id, attributes, errors } = value as Readonly<Record<string, unknown>>;
    const isRecord = (attributes ?? errors) !== undefined;
    if (typeof type === 'string' && typeof id === 'string' && isRecord)
      found.set(type, (found.get(type) ?? new Set()).add(id));
    Object.values(value).forEach(visit);
  };
  visit(body);
  return found;
}

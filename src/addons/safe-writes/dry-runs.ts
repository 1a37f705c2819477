import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database, type Transaction } from '../../database/connection/database.js';
import { JSON_CONTENT_TYPE } from '../../http/hooks/set-response-headers.js';
import type { RequestContext } from '../../pipeline/authorization/request-context.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { loggedValues } from '../../modules/action-log/logged-values.js';
import type { DescribedChange, EffectTally } from '../../modules/records/writing/effects.js';
import { VisibleRecords } from './visible-records.js';
import type { WrittenResponse } from '../../http/errors/kept-responses.js';

/** A write that was run, and what it changed. */
export interface TalliedResponse {
  readonly response: WrittenResponse;
  readonly tally: EffectTally;
}

/** A change of a record that the caller may see. */
interface SeenChange {
  readonly change: DescribedChange;
  readonly resource: CompiledResource;
}

/** Runs writes whole, and rolls them back. @contract C13.3 */
@Injectable()
export class DryRuns {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly records: VisibleRecords,
  ) {}

  /**
   * Returns what the write would change, and the body that it would return. The changes are those
   * of records that the caller may see: stored ones after the write, all others before it.
   */
  async run(
    context: RequestContext,
    write: (transaction: Transaction) => Promise<TalliedResponse>,
  ): Promise<WrittenResponse> {
    const rehearsed = await this.database.rehearse(async (transaction) => {
      const { response, tally } = await write(transaction);
      return { response, tally, stored: await this.seen(context, tally.changes.filter(isStored)) };
    });
    const { response, tally, stored } = rehearsed;
    const others = await this.seen(
      context,
      tally.changes.filter((change) => !isStored(change)),
    );
    const seen = new Map([...stored, ...others].map((each) => [each.change, each]));
    const changes = tally.changes.flatMap((change) => described(seen.get(change)));
    const { affected, refused, skipped } = tally;
    const summary = JSON.stringify({ affected, refused, skipped, changes });
    const body = `{"data":${summary.slice(0, -1)},"result":${response.body ?? 'null'}}}`;
    const { location: _location, etag: _etag, ...kept } = response.headers;
    const applied = kept['preference-applied'];
    const headers = {
      ...kept,
      'content-type': JSON_CONTENT_TYPE,
      'preference-applied': applied ? `${applied}, tx=rollback` : 'tx=rollback',
    };
    return { status: 200, headers, body };
  }

  private async seen(
    { resource: { view }, authorizer }: RequestContext,
    changes: readonly DescribedChange[],
  ): Promise<readonly SeenChange[]> {
    const seen: SeenChange[] = [];
    for (const change of changes) {
      const resource = view.get(change.resource.key);
      const isSeen =
        resource &&
        (change.key === null ||
          (await this.records.isVisible(authorizer, resource, String(change.key))));
      if (isSeen) seen.push({ change, resource });
    }
    return seen;
  }
}

const isStored = ({ event }: DescribedChange): boolean => event === 'stored';

/** Returns a change as the caller would find it in the log, without members that are hidden. */
function described(seen: SeenChange | undefined) {
  if (!seen) return [];
  const { change, resource } = seen;
  const { event, key } = change;
  return {
    type: resource.key,
    id: key === null ? null : String(key),
    event,
    original: loggedValues(resource, change.original),
    changes: loggedValues(resource, change.changes),
  };
}

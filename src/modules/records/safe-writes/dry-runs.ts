import { Inject, Injectable } from '@nestjs/common';
import { DATABASE, type Database, type Transaction } from '../../../execution/database/database.js';
import { JSON_CONTENT_TYPE } from '../../../http/set-response-headers.js';
import type { ResourceView } from '../../../registry/compiled-resource.js';
import { loggedValues } from '../../action-log/logged-values.js';
import type { DescribedChange, EffectTally } from '../writing/effects.js';
import type { WrittenResponse } from '../../idempotency/written-response.js';

/** A write that was run, and what it changed. */
export interface TalliedResponse {
  readonly response: WrittenResponse;
  readonly tally: EffectTally;
}

/** Runs writes whole, and rolls them back. @contract C13.3 */
@Injectable()
export class DryRuns {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /** Returns what the write would change, and the body that it would return. */
  async run(
    view: ResourceView,
    write: (transaction: Transaction) => Promise<TalliedResponse>,
  ): Promise<WrittenResponse> {
    const { response, tally } = await this.database.rehearse(write);
    const { affected, refused, skipped } = tally;
    const changes = tally.changes.map((change) => described(view, change));
    const summary = JSON.stringify({ affected, refused, skipped, changes });
    const body = `{"data":${summary.slice(0, -1)},"result":${response.body ?? 'null'}}}`;
    const headers = { 'content-type': JSON_CONTENT_TYPE, 'preference-applied': 'tx=rollback' };
    return { status: 200, headers, body };
  }
}

/** Returns a change as the caller would find it in the log, without members that are hidden. */
function described(view: ResourceView, change: DescribedChange) {
  const { event, key } = change;
  const resource = view.get(change.resource.key) ?? change.resource;
  return {
    type: resource.key,
    id: key === null ? null : String(key),
    event,
    original: loggedValues(resource, change.original),
    changes: loggedValues(resource, change.changes),
  };
}

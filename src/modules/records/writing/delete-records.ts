import { Injectable } from '@nestjs/common';
import {
  RecordDeletion,
  type DeletedRecord,
  type DeletionTally,
} from '../../../database/write/record-deletion.js';
import { writeTogether } from '../../../database/write/refused-rows.js';
import type { ChangeTarget } from './change-targets.js';
import { Effects } from './effects.js';
import { deletedChange } from './logged-changes.js';
import { RecordImages } from './record-images.js';
import { ResourceEvents } from './resource-events.js';
import { forElements, type WriteSubject } from './write-request.js';

/** The records that a call listed, and the records that were deleted with them. */
export interface Deletion {
  readonly listed: readonly DeletedRecord[];
  readonly dependents: readonly DeletedRecord[];
}

/** Deletes records: hooks, their dependents, files, and events after the commit. */
@Injectable()
export class DeleteRecords {
  constructor(
    private readonly deletion: RecordDeletion,
    private readonly images: RecordImages,
    private readonly events: ResourceEvents,
    private readonly effects: Effects,
  ) {}

  /** Deletes the records, their dependent records and their files. */
  async delete(
    subject: WriteSubject,
    target: ChangeTarget,
    records: readonly object[],
  ): Promise<Deletion> {
    const { resource } = target;
    if (!resource)
      throw new TypeError(
        `${target.table.entity.name} has no resource; delete its rows with request.manager.`,
      );
    const { hooks } = resource;
    const forEach = forElements(subject);
    if (hooks.deleting)
      for (const [at, record] of records.entries())
        await forEach(at, (requestOf) => hooks.deleting!(requestOf(), record));
    const tally = this.effects.areCounted ? { pivots: 0, others: 0 } : null;
    const gone = await writeTogether(subject.transaction, records.length, (writing, from, to) =>
      this.deletion.delete(writing, resource, records.slice(from, to), tally),
    );
    for (const each of gone)
      if (!each.resource.table.deletedAt)
        this.images.discard(subject.transaction, each.resource, each.record);
    if (hooks.deleted)
      for (const [at, record] of records.entries())
        await forEach(at, (requestOf) => hooks.deleted!(requestOf(), record));
    this.events.announce(subject, resource, 'deleted', records);
    const [listed, dependents] = [gone.slice(0, records.length), gone.slice(records.length)];
    this.noteDeletion({ listed, dependents }, tally);
    return { listed, dependents };
  }

  /** Rows that have no log row are only counted. @contract C13.4 */
  private noteDeletion({ listed, dependents }: Deletion, tally: DeletionTally | null): void {
    if (!tally) return;
    const { pivots, others } = tally;
    this.effects.note({
      name: 'deleted',
      count: listed.length + dependents.length + others,
      describe: () => [...listed, ...dependents].map(deletedChange),
    });
    this.effects.note({ name: 'detached', count: pivots, describe: () => [] });
  }
}

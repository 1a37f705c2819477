import { Inject, Injectable } from '@nestjs/common';
import { AppCipher } from '../../base/app-cipher.js';
import { RequestError } from '../../base/errors/index.js';
import { timeOrderedUuid } from '../../base/time-ordered-uuid.js';
import {
  DATABASE,
  type Connection,
  type Database,
  type Statement,
  type Transaction,
} from '../../database/connection/database.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { ActionLogFile } from './action-log-file.entity.js';
import { ActionLogSnapshot } from './action-log-snapshot.entity.js';
import type { Change } from './change-log.js';
import { inPieces } from './in-pieces.js';
import { isInLog } from './logged-values.js';
import type { RowValues, Snapshot } from './snapshot.js';
import { KeptFiles } from './kept-files.js';
import { OwnTable } from './own-table.js';

/** The id of a snapshot that is empty, because the log row contains everything. */
export const COMPLETE = '';

/** The most characters of a snapshot: databases limit the size of a packet. */
const MAX_CONTENT = 6_000_000;
const TOO_LARGE = 'it is larger than what is kept of a change';

/** What is kept of a change. */
export interface KeptSnapshot {
  readonly snapshot: ActionLogSnapshot | null;
  /** The files that the change removes. */
  readonly files: readonly ActionLogFile[];
  /** Why the change cannot be reverted, as the end of a sentence; `null` for no particular reason. */
  readonly obstacle: string | null;
}

const NOTHING: KeptSnapshot = { snapshot: null, files: [], obstacle: null };

/**
 * Keeps what it takes to revert changes, apart from their log rows.
 * @contract C15.3
 */
@Injectable()
export class Snapshots {
  private readonly rows: OwnTable<ActionLogSnapshot>;
  private readonly cipher: AppCipher;
  private readonly isOn: boolean;

  constructor(
    @Inject(DATABASE) database: Database,
    @Inject(OPTIONS) { appKeys, safeWrites }: ResolvedOptions,
    private readonly files: KeptFiles,
  ) {
    this.rows = new OwnTable(database, ActionLogSnapshot);
    this.cipher = new AppCipher(appKeys, { purpose: 'action-log-snapshots', unreadable });
    this.isOn = safeWrites.undo;
  }

  /** Whether changes of the resource can be reverted. */
  covers({ options }: CompiledResource): boolean {
    return this.isOn && options.logged === true;
  }

  /** Returns the snapshot of a change; `null` if none is kept, and why the change cannot be reverted. */
  of({ resource, snapshot, original, changes }: Change): KeptSnapshot {
    if (!snapshot || !this.covers(resource)) return NOTHING;
    const { full } = resource;
    const whole = snapshot();
    const { before, after, obstacle = null, ...others } = whole;
    if (obstacle !== null) return { ...NOTHING, obstacle };
    const kept: { -readonly [Member in keyof Snapshot]: Snapshot[Member] } = others;
    if (before) kept.before = notIn(full, original, before);
    if (after) kept.after = notIn(full, changes, after);
    const json = JSON.stringify(kept);
    if (json.length > MAX_CONTENT) return { ...NOTHING, obstacle: TOO_LARGE };
    const id = timeOrderedUuid();
    return {
      snapshot: { id, content: this.cipher.encrypt(id, json) },
      files: this.files.removedBy(full, whole).map((path) => ({ path, snapshot_id: id })),
      obstacle,
    };
  }

  /** Stores what is kept together with the transaction's next statement, or with its commit. */
  insert(transaction: Transaction, kept: readonly KeptSnapshot[]): void {
    transaction.later(this.insertions(kept));
    this.files.keep(
      transaction,
      kept.flatMap(({ files }) => files),
    );
  }

  /** Returns the statements that store the snapshots, without the files. */
  insertions(kept: readonly KeptSnapshot[]): readonly Statement[] {
    const snapshots = kept.flatMap(({ snapshot }) => snapshot ?? []);
    const pieces = inPieces(snapshots, ({ content }) => content.length);
    return pieces.map((piece) => this.rows.insertion(piece));
  }

  /** Returns the snapshots that exist, by their ids. @throws RequestError `revert_unavailable` */
  async read(
    connection: Connection,
    ids: readonly string[],
  ): Promise<ReadonlyMap<string, Snapshot>> {
    const rows = await this.rows.find(connection, 'id', ids);
    return new Map(
      rows.map((row) => {
        const [id, content] = row.map(String) as [string, string];
        return [id, JSON.parse(this.cipher.decrypt(id, content)) as Snapshot];
      }),
    );
  }
}

/** Returns the values that the log row does not contain. */
function notIn(
  resource: CompiledResource,
  logged: Readonly<Record<string, unknown>>,
  values: RowValues,
): RowValues {
  const others: Record<string, unknown> = {};
  for (const column of Object.keys(values))
    if (!isInLog(resource, logged, column)) others[column] = values[column];
  return others;
}

const unreadable = (why: string, cause?: unknown): RequestError =>
  new RequestError('revert_unavailable', {
    message: `The change cannot be reverted: the values kept for it are ${why}.`,
    cause,
  });

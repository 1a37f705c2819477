import { Inject, Injectable, Logger } from '@nestjs/common';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { IncomingFiles } from '../../storage/incoming-files.js';
import { STORAGE, type Storage } from '../../storage/storage.js';
import { isStoredPath } from '../../storage/stored-path.js';
import { ReferencedFiles } from './referenced-files.js';

/** Paths per statement. */
const BATCH = 200;
/** Orphans that one sweep removes; the next sweep finds the rest. */
const MAX_ORPHANS = 10_000;
/**
 * With more orphans than this and no referenced file, the folder probably belongs to another
 * database.
 */
const SUSPICIOUS = 20;

/**
 * Removes files that no record refers to, which a crash left behind between storing a file and
 * committing its row, or a commit of unknown outcome. Only files older than any transaction are
 * removed, so that several nodes can sweep while others store files.
 *
 * @contract C10.3
 */
@Injectable()
export class OrphanSweep {
  private readonly logger = new Logger('Storage');

  constructor(
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly incoming: IncomingFiles,
    private readonly held: ReferencedFiles,
    private readonly registry: ResourceRegistry,
  ) {}

  /** @param signal ends the sweep early, between two files */
  async run(signal: AbortSignal): Promise<void> {
    const before = new Date(Date.now() - this.options.storage.orphanLifetime * 1000);
    await this.incoming.removeLeftovers(before);
    const { orphans, heldCount } = await this.findOrphans(before, signal);
    if (heldCount === 0 && orphans.length > SUSPICIOUS) return this.warn(orphans.length);
    for (const path of orphans) {
      if (signal.aborted) return;
      await this.storage.remove(path);
    }
    if (orphans.length > 0)
      this.logger.log(`Removed ${orphans.length} files that no record refers to.`);
  }

  private async findOrphans(
    before: Date,
    signal: AbortSignal,
  ): Promise<{ orphans: string[]; heldCount: number }> {
    const orphans: string[] = [];
    let heldCount = 0;
    for await (const paths of this.batches(before)) {
      if (signal.aborted || orphans.length >= MAX_ORPHANS) break;
      const held = await this.held.among(paths);
      heldCount += held.size;
      orphans.push(...paths.filter((path) => !held.has(path)));
    }
    return { orphans, heldCount };
  }

  private async *batches(before: Date): AsyncGenerator<readonly string[]> {
    let batch: string[] = [];
    for await (const { path, storedAt } of this.storage.entries()) {
      if (storedAt >= before || !this.isOurs(path)) continue;
      batch.push(path);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
    if (batch.length > 0) yield batch;
  }

  /** Other files in the folder are never removed. */
  private isOurs(path: string): boolean {
    return isStoredPath(path) && this.registry.find(path.slice(0, path.indexOf('/'))) !== undefined;
  }

  private warn(count: number): void {
    this.logger.warn(
      `No record refers to any of the ${count} stored files. They may belong to another database, so they were kept. Remove them by hand if they are not needed.`,
    );
  }
}

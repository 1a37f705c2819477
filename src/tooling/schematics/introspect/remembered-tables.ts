import { posix } from 'node:path';
import type { TableFacts } from './table-facts.js';
import { MakeError } from '../workspace/make-error.js';
import type { Workspace } from '../workspace/workspace.js';

type Tables = ReadonlyMap<string, TableFacts>;

/**
 * The tables as the last run has found them, in a file of the application: so that the next run knows
 * a column that is new from one that somebody has taken out of the entity.
 */
export class RememberedTables {
  readonly tables: Tables;
  private readonly path: string;

  /** @throws MakeError if the file cannot be read */
  constructor(
    private readonly workspace: Workspace,
    sourceRoot: string,
  ) {
    this.path = posix.join(sourceRoot, 'introspected.json');
    this.tables = tablesIn(workspace.read(this.path), this.path);
  }

  /** Remembers these tables, and those of earlier runs that still exist. */
  remember(mapped: readonly TableFacts[], existing: readonly TableFacts[]): void {
    const names = new Set(existing.map(({ name }) => name));
    const kept = [...this.tables.values()].filter(({ name }) => names.has(name));
    const tables = new Map([...kept, ...mapped].map((table) => [table.name, table]));
    const sorted = [...tables.values()].sort((one, other) => (one.name < other.name ? -1 : 1));
    // Compared as data, since the application may format the file.
    if (JSON.stringify(sorted) === JSON.stringify([...this.tables.values()])) return;
    const content = `${JSON.stringify(sorted, null, 2)}\n`;
    this.workspace.create(this.path, content);
    this.workspace.update(this.path, content);
  }
}

function tablesIn(content: string | undefined, path: string): Tables {
  if (content === undefined) return new Map();
  try {
    const tables = JSON.parse(content) as readonly TableFacts[];
    return new Map(tables.map((table) => [table.name, table]));
  } catch (error) {
    throw new MakeError(
      `${path} cannot be read: ${(error as Error).message}. Restore it, or delete it: then the next run compares nothing, and writes it again.`,
    );
  }
}

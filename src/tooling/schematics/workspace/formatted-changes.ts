import { loadFormat, type Compiler } from './load-tools.js';
import { MakeError } from './make-error.js';
import type { Workspace } from './workspace.js';

/** A file to write. */
export interface FileChange {
  readonly path: string;
  readonly content: string;
  readonly isNew: boolean;
}

/**
 * Returns the changes of a workspace, formatted as the application formats its sources.
 *
 * @param root the folder of the application
 * @throws MakeError if a source that would change cannot be parsed
 */
export async function formattedChanges(
  workspace: Workspace,
  root: string,
  compiler: Compiler,
): Promise<readonly FileChange[]> {
  const format = await loadFormat(root);
  const changes: FileChange[] = [];
  for (const { path, content, before } of workspace.changed()) {
    if (before !== undefined && path.endsWith('.ts')) verifySyntax(path, before, compiler);
    const formatted = await format(path, content, before);
    changes.push({ path, content: formatted, isNew: before === undefined });
  }
  return changes;
}

function verifySyntax(path: string, source: string, compiler: Compiler): void {
  const { diagnostics = [] } = compiler.transpileModule(source, { reportDiagnostics: true });
  const [first] = diagnostics;
  if (!first) return;
  const line = source.slice(0, first.start).split('\n').length;
  const reason = compiler.flattenDiagnosticMessageText(first.messageText, ' ');
  throw new MakeError(`${path} cannot be parsed: line ${line}: ${reason} Nothing was written.`);
}

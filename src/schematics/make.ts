import { makeAction } from './kinds/action.js';
import { makeFilter } from './kinds/filter.js';
import { makeMigration } from './kinds/migration.js';
import { makePolicy } from './kinds/policy.js';
import { makeResource } from './kinds/resource.js';
import { makeRule } from './kinds/rule.js';
import { makeTool } from './kinds/tool.js';
import { loadCompiler, loadFormat } from './load-tools.js';
import { MakeContext, type MakeOptions } from './make-context.js';
import { Workspace, type MakeReport, type SourceFiles } from './workspace.js';

const kinds = {
  resource: makeResource,
  policy: makePolicy,
  action: makeAction,
  filter: makeFilter,
  rule: makeRule,
  migration: makeMigration,
  tool: makeTool,
} satisfies Readonly<Record<string, (context: MakeContext) => void>>;

/** What can be made. */
export type Kind = keyof typeof kinds;

/** A file to write. */
export interface FileChange {
  readonly path: string;
  readonly content: string;
  readonly isNew: boolean;
}

/**
 * Makes something in the sources of an application. It writes nothing itself.
 *
 * @param root the folder of the application, where its compiler and its formatter are installed
 * @throws MakeError
 */
export async function make(
  kind: Kind,
  options: MakeOptions,
  files: SourceFiles,
  root: string,
): Promise<{ readonly changes: readonly FileChange[]; readonly report: MakeReport }> {
  const workspace = new Workspace(files);
  kinds[kind](new MakeContext(options, workspace, loadCompiler(root)));
  const format = await loadFormat(root);
  const changes: FileChange[] = [];
  for (const { path, content, before } of workspace.changed())
    changes.push({
      path,
      content: await format(path, content, before),
      isNew: before === undefined,
    });
  return { changes, report: workspace.report() };
}

import { makeAction } from './kinds/action.js';
import { makeFilter } from './kinds/filter.js';
import { makeMigration } from './kinds/migration.js';
import { makePolicy } from './kinds/policy.js';
import { makeResource } from './kinds/resource.js';
import { makeRule } from './kinds/rule.js';
import { makeTool } from './kinds/tool.js';
import { formattedChanges, type FileChange } from './workspace/formatted-changes.js';
import { loadCompiler } from './workspace/load-tools.js';
import { MakeContext, type MakeOptions } from './workspace/make-context.js';
import { SourceEdits } from './workspace/source-edits.js';
import { Workspace, type MakeReport, type SourceFiles } from './workspace/workspace.js';

const kinds = {
  resource: makeResource,
  policy: makePolicy,
  action: makeAction,
  filter: makeFilter,
  rule: makeRule,
  migration: makeMigration,
  tool: makeTool,
} satisfies Readonly<Record<string, (makeContext: MakeContext) => void>>;

/** What can be made. */
export type Kind = keyof typeof kinds;

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
  const compiler = loadCompiler(root);
  kinds[kind](new MakeContext(options, workspace, new SourceEdits(compiler)));
  const changes = await formattedChanges(workspace, root, compiler);
  return { changes, report: workspace.report() };
}

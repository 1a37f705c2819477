import { posix } from 'node:path';
import { pascalCase } from '../../../registry/resources/names.js';
import type { TableFacts } from './table-facts.js';
import { formattedChanges, type FileChange } from '../workspace/formatted-changes.js';
import { loadCompiler } from '../workspace/load-tools.js';
import { MakeContext } from '../workspace/make-context.js';
import { MakeError, NameError } from '../workspace/make-error.js';
import { namesOf } from '../workspace/names.js';
import { SourceEdits } from '../workspace/source-edits.js';
import { Workspace, type MakeReport, type SourceFiles } from '../workspace/workspace.js';
import { findEntities, sourcesIn } from './declared-entities.js';
import { SourceExtension } from './extend-sources.js';
import { mapTables } from './map-tables.js';
import { folderLayout, moduleLayout, type Layout } from './layout.js';
import type { EntityModel } from './model.js';
import { renderEntity } from './render-entity.js';
import { renderModule } from './render-module.js';
import { renderPolicy, sharedPolicy } from './render-policy.js';
import { renderResource } from './render-resource.js';
import { renderSpec } from './render-spec.js';
import { RememberedTables } from './remembered-tables.js';
import type { SourcePart } from './source-part.js';

/** What is made of the tables of a database. */
export interface IntrospectOptions {
  /** The tables to map; all if it is `null`. */
  readonly only: readonly string[] | null;
  /** The module that contains everything; if it is `null`, each table gets a module. */
  readonly module: string | null;
  /** The folder of the sources. */
  readonly sourceRoot: string;
  /** What the names of the service's own tables begin with. */
  readonly ownPrefix: string;
}

/**
 * Makes entities, resources, policies, modules and tests of the tables of a database. It writes
 * nothing itself. A table whose entity the application has stays as it is.
 *
 * @param root the folder of the application, where its compiler and its formatter are installed
 * @throws MakeError, NameError if a named table does not exist
 */
export async function introspect(
  tables: readonly TableFacts[],
  { only, module: name, sourceRoot, ownPrefix }: IntrospectOptions,
  files: SourceFiles,
  root: string,
): Promise<{ readonly changes: readonly FileChange[]; readonly report: MakeReport }> {
  verifyNames(only, tables);
  const module = name === null ? null : namesOf(name).file;
  const workspace = new Workspace(files);
  const compiler = loadCompiler(root);
  const edits = new SourceEdits(compiler);
  const makeContext = new MakeContext({ name: '', sourceRoot }, workspace, edits);
  const declared = findEntities(files, sourceRoot, compiler);
  const remembered = new RememberedTables(workspace, sourceRoot);
  const before = remembered.tables;
  const model = mapTables(tables, { only: only && new Set(only), declared, before, ownPrefix });
  const layout = module === null ? folderLayout(sourceRoot) : moduleLayout(sourceRoot, module);
  for (const { path } of model.entities)
    if (path !== null) workspace.update(path, workspace.read(path)!);
  const sources = sourcesIn(files, sourceRoot);
  const extension = new SourceExtension(workspace, edits, layout, sources);
  writeAll(
    model.entities.filter(({ path }) => path === null),
    layout,
    makeContext,
    extension,
  );
  for (const entity of model.entities) extension.extend(entity);
  remembered.remember(model.tables, tables);
  for (const note of model.notes) workspace.note(note);
  const changes = await formattedChanges(workspace, root, compiler);
  return { changes, report: workspace.report() };
}

function verifyNames(only: readonly string[] | null, tables: readonly TableFacts[]): void {
  const names = tables.map(({ name }) => name);
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length === 0) return;
  const known = names.length > 0 ? `Its tables are: ${names.join(', ')}.` : 'It has no tables.';
  throw new NameError(`The database has no table ${unknown.join(', ')}. ${known}`);
}

/** @throws MakeError if the folder is not that of an application */
export function verifyApplication(files: SourceFiles, sourceRoot: string): void {
  if (files.read(`${sourceRoot}/deployment.ts`) === undefined)
    throw new MakeError(
      `${sourceRoot}/deployment.ts does not exist. Run the command in the folder of an application, or set the folder of its sources by --source-root. To create an application: resource-api new my-api --existing-database`,
    );
}

/** Writes new declarations: a file that exists gets them at its end. */
function writeAll(
  entities: readonly EntityModel[],
  layout: Layout,
  makeContext: MakeContext,
  extension: SourceExtension,
): void {
  const { runner } = makeContext;
  const files = new Map<string, SourcePart[]>();
  const add = (path: string, part: SourcePart) =>
    void files.set(path, [...(files.get(path) ?? []), part]);
  const served = entities.filter(({ isPivot }) => !isPivot);
  for (const entity of entities) add(layout.entity(entity), renderEntity(entity, layout));
  if (layout.hasSharedPolicy && served[0]) add(layout.policy(served[0]), sharedPolicy);
  for (const entity of served) add(layout.policy(entity), renderPolicy(entity, layout));
  for (const entity of served) add(layout.resource(entity), renderResource(entity, layout));
  for (const [path, parts] of files) extension.append(path, parts);
  const deployment = makeContext.path('deployment.ts');
  for (const [path, group] of groupBy(served, layout.module)) {
    const className = classOfModule(path);
    const name = group.length === 1 ? group[0]!.names.plural : titleOf(path);
    const tests = { runner, deployment };
    extension.addToModule(path, group, renderModule(className, group, layout));
    extension.addToSpec(layout.spec(group[0]!), group, renderSpec(name, group, layout, tests));
    makeContext.registerModule(className, path);
  }
}

const titleOf = (path: string): string => posix.basename(path).replace(/\.\w+\.ts$/, '');

/** `src/book-reviews/book-review.module.ts` -> `BookReviewModule` */
const classOfModule = (path: string): string =>
  `${pascalCase(titleOf(path).replaceAll('-', '_'))}Module`;

function groupBy<Item>(
  items: readonly Item[],
  group: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(group(item), [...(groups.get(group(item)) ?? []), item]);
  return groups;
}

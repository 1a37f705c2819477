import { posix } from 'node:path';
import { pascalCase } from '../../registry/names.js';
import type { TableFacts } from '../../registry/table-facts.js';
import { loadCompiler, loadFormat } from '../load-tools.js';
import { MakeContext } from '../make-context.js';
import { MakeError, NameError } from '../make-error.js';
import { namesOf } from '../names.js';
import type { FileChange } from '../make.js';
import { Workspace, type MakeReport, type SourceFiles } from '../workspace.js';
import { findEntities } from '../declared-entities.js';
import { mapTables } from './map-tables.js';
import { folderLayout, moduleLayout, type Layout } from './layout.js';
import type { EntityModel } from './model.js';
import { renderEntity } from './render-entity.js';
import { renderModule } from './render-module.js';
import { renderPolicy, sharedPolicy } from './render-policy.js';
import { renderResource } from './render-resource.js';
import { renderSpec } from './render-spec.js';
import { printFile, type SourcePart } from './source-part.js';

/** What is made of the tables of a database. */
export interface IntrospectOptions {
  /** The tables to map; all if it is `null`. */
  readonly only: readonly string[] | null;
  /** The module that contains everything; if it is `null`, each table gets a module. */
  readonly module: string | null;
  /** The folder of the sources. */
  readonly sourceRoot: string;
}

/**
 * Makes entities, resources, policies, modules and tests of the tables of a database. It writes
 * nothing itself. A table whose entity the application has stays as it is.
 *
 * @param root the folder of the application, where its compiler and its formatter are installed
 * @param onFile is called after each file, with the number of all files
 * @throws MakeError, NameError if a named table does not exist
 */
export async function introspect(
  tables: readonly TableFacts[],
  { only, module: name, sourceRoot }: IntrospectOptions,
  files: SourceFiles,
  root: string,
  onFile: (total: number) => void,
): Promise<{ readonly changes: readonly FileChange[]; readonly report: MakeReport }> {
  verifyNames(only, tables);
  const module = name === null ? null : namesOf(name).file;
  const workspace = new Workspace(files);
  const compiler = loadCompiler(root);
  const context = new MakeContext({ name: '', sourceRoot }, workspace, compiler);
  const declared = findEntities(files, sourceRoot, compiler);
  const model = mapTables(tables, { only: only && new Set(only), declared });
  const written = model.entities.filter(({ path }) => path === null);
  for (const { path } of model.entities)
    if (path !== null) workspace.update(path, workspace.read(path)!);
  const layout = module === null ? folderLayout(sourceRoot) : moduleLayout(sourceRoot, module);
  verifyFree(written, layout, workspace);
  writeAll(written, layout, context);
  for (const note of model.notes) workspace.note(note);
  const format = await loadFormat(root);
  const changes: FileChange[] = [];
  const changed = workspace.changed();
  for (const { path, content, before } of changed) {
    const formatted = await format(path, content, before);
    changes.push({ path, content: formatted, isNew: before === undefined });
    onFile(changed.length);
  }
  return { changes, report: workspace.report() };
}

function verifyNames(only: readonly string[] | null, tables: readonly TableFacts[]): void {
  const names = tables.map(({ name }) => name);
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length === 0) return;
  const known = names.length > 0 ? `Its tables are: ${names.join(', ')}.` : 'It has no tables.';
  throw new NameError(`The database has no table ${unknown.join(', ')}. ${known}`);
}

/** Files are never overwritten, so that a module that exists cannot get further tables. */
function verifyFree(entities: readonly EntityModel[], layout: Layout, files: SourceFiles): void {
  const taken = entities.map(layout.entity).find((path) => files.read(path) !== undefined);
  if (taken === undefined) return;
  const tables = entities.filter((entity) => layout.entity(entity) === taken);
  throw new MakeError(
    `${taken} exists, and does not contain an entity of ` +
      `${tables.map(({ table }) => table).join(', ')}. ` +
      'Choose another module by --module, or other tables by --tables.',
  );
}

/** @throws MakeError if the folder is not that of an application */
export function verifyApplication(files: SourceFiles, sourceRoot: string): void {
  if (files.read(`${sourceRoot}/deployment.ts`) === undefined)
    throw new MakeError(
      `${sourceRoot}/deployment.ts does not exist. Run the command in the folder of an ` +
        'application, or set the folder of its sources by --source-root. To create an ' +
        'application: resource-api new my-api --existing-database',
    );
}

function writeAll(entities: readonly EntityModel[], layout: Layout, context: MakeContext): void {
  const { workspace, runner } = context;
  const files = new Map<string, SourcePart[]>();
  const add = (path: string, part: SourcePart) =>
    void files.set(path, [...(files.get(path) ?? []), part]);
  const served = entities.filter(({ isPivot }) => !isPivot);
  for (const entity of entities) add(layout.entity(entity), renderEntity(entity, layout));
  if (layout.hasSharedPolicy && served[0]) add(layout.policy(served[0]), sharedPolicy);
  for (const entity of served) add(layout.policy(entity), renderPolicy(entity, layout));
  for (const entity of served) add(layout.resource(entity), renderResource(entity, layout));
  const deployment = context.path('deployment.ts');
  for (const [path, group] of groupBy(served, layout.module)) {
    const className = classOfModule(path);
    add(path, renderModule(className, group, layout));
    const name = group.length === 1 ? group[0]!.names.plural : titleOf(path);
    add(layout.spec(group[0]!), renderSpec(name, group, layout, { runner, deployment }));
  }
  for (const [path, parts] of files) workspace.create(path, printFile(path, parts));
  for (const path of groupBy(served, layout.module).keys())
    context.registerModule(classOfModule(path), path);
}

const titleOf = (path: string): string => posix.basename(path).replace(/\.\w+\.ts$/, '');

/** `src/book-reviews/book-review.module.ts` -> `BookReviewModule` */
const classOfModule = (path: string): string =>
  `${pascalCase(titleOf(path).replaceAll('-', '_'))}Module`;

function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): ReadonlyMap<string, readonly Item[]> {
  const groups = new Map<string, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

import { posix } from 'node:path';
import type TypeScript from 'typescript';
import { findClasses, type DeclaredClass } from './declared-classes.js';
import { findEntities, type DeclaredEntity } from './declared-entities.js';
import type { Compiler } from './load-tools.js';
import { MakeError } from './make-error.js';
import type { ResourceNames } from './names.js';
import type { SourceFiles } from './workspace.js';

/** A resource in the sources of an application, wherever its files are. */
export interface ExistingResource {
  readonly names: ResourceNames;
  readonly className: string;
  readonly path: string;
  /** The folder for its further files. */
  readonly folder: string;
  readonly entity: DeclaredEntity;
}

/** Where resources are looked for. */
export interface Sources {
  readonly files: SourceFiles;
  readonly root: string;
  readonly compiler: Compiler;
}

/** @throws MakeError if no file declares the resource */
export function findResource(names: ResourceNames, sources: Sources): ExistingResource {
  const { files, root, compiler } = sources;
  const className = `${names.class}Resource`;
  const found = findClasses(files, root, 'Resource', compiler).find(
    (each) => each.className === className,
  );
  if (!found)
    throw new MakeError(
      `${posix.join(root, names.folder, `${names.file}.resource.ts`)} does not exist, and no other file declares ${className}. Create the resource first: resource-api make resource ${names.file}`,
    );
  const folder = posix.dirname(found.path);
  const entity = entityOf(found, names, sources);
  return { names, className, path: found.path, folder, entity };
}

/**
 * The entity that the resource extends: `ResourceOf(Book)`, or `ResourceOf(entities.Book, {...})`.
 */
function entityOf(
  { node, path }: DeclaredClass,
  names: ResourceNames,
  { files, root, compiler }: Sources,
): DeclaredEntity {
  const [argument] = baseOf(node, compiler)?.arguments ?? [];
  const className = argument?.getText().split('.').at(-1) ?? names.class;
  const found = findEntities(files, root, compiler).find((each) => each.className === className);
  return (
    found ?? {
      className,
      table: names.table,
      path: posix.join(posix.dirname(path), `${names.file}.entity.ts`),
      key: { property: 'id', type: 'number' },
    }
  );
}

function baseOf(
  { heritageClauses }: TypeScript.ClassDeclaration,
  compiler: Compiler,
): TypeScript.CallExpression | undefined {
  const base = heritageClauses?.[0]?.types[0]?.expression;
  return base && compiler.isCallExpression(base) ? base : undefined;
}

/**
 * Returns the file of the module that registers a resource: one in its folder, or one that names
 * it.
 *
 * @throws MakeError if no module registers it
 */
export function findModule(
  { path, folder, className }: ExistingResource,
  { files, root, compiler }: Sources,
): string {
  const modules = findClasses(files, root, 'ResourceModule', compiler);
  const found =
    modules.find((each) => files.read(each.path)!.includes(className)) ??
    modules.find((each) => posix.dirname(each.path) === folder);
  if (found) return found.path;
  throw new MakeError(
    `No file in ${root} declares a @ResourceModule with ${className} of ${path}. Register the resource first.`,
  );
}

import { posix } from 'node:path';
import type { EntityModel } from './model.js';

/** Where the declarations for an entity are. */
export interface Layout {
  entity(entity: EntityModel): string;
  policy(entity: EntityModel): string;
  resource(entity: EntityModel): string;
  module(entity: EntityModel): string;
  spec(entity: EntityModel): string;
  /** Whether the policies are in one file, and extend one class. */
  readonly hasSharedPolicy: boolean;
}

/** A folder for each entity, as `make resource` creates it. An existing entity keeps its file. */
export function folderLayout(sourceRoot: string): Layout {
  const fileOf =
    (suffix: string) =>
    ({ names }: EntityModel): string =>
      posix.join(sourceRoot, names.folder, `${names.file}.${suffix}.ts`);
  const entity = fileOf('entity');
  return {
    entity: (each) => each.path ?? entity(each),
    policy: fileOf('policy'),
    resource: fileOf('resource'),
    module: fileOf('module'),
    spec: fileOf('spec'),
    hasSharedPolicy: false,
  };
}

/** One folder for all entities, with a file for each kind of declaration. */
export function moduleLayout(sourceRoot: string, name: string): Layout {
  const fileOf = (suffix: string) => posix.join(sourceRoot, name, `${name}.${suffix}.ts`);
  return {
    entity: ({ path }) => path ?? fileOf('entities'),
    policy: () => fileOf('policies'),
    resource: () => fileOf('resources'),
    module: () => fileOf('module'),
    spec: () => fileOf('spec'),
    hasSharedPolicy: true,
  };
}

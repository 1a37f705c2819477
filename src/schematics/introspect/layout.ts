import { posix } from 'node:path';
import type { EntityModel } from './model.js';
import type { Import } from './source-part.js';

/** How a file names a class of another file: the text, and the import that it needs. */
export interface Reference {
  readonly text: string;
  readonly import: Import;
}

/** Where the declarations for an entity are. */
export interface Layout {
  entity(entity: EntityModel): string;
  policy(entity: EntityModel): string;
  resource(entity: EntityModel): string;
  module(entity: EntityModel): string;
  spec(entity: EntityModel): string;
  entityReference(entity: EntityModel): Reference;
  policyReference(entity: EntityModel): Reference;
  /** Whether the policies are in one file, and extend one class. */
  readonly hasSharedPolicy: boolean;
}

/** A folder for each entity, as `make resource` creates it. An existing entity keeps its file. */
export function folderLayout(sourceRoot: string): Layout {
  const fileOf =
    (suffix: string) =>
    ({ names }: EntityModel): string =>
      posix.join(sourceRoot, names.folder, `${names.file}.${suffix}.ts`);
  const [entityFile, policy] = [fileOf('entity'), fileOf('policy')];
  const entity = (each: EntityModel): string => each.path ?? entityFile(each);
  return {
    entity,
    policy,
    resource: fileOf('resource'),
    module: fileOf('module'),
    spec: fileOf('spec'),
    entityReference: (each) => named(each.names.class, entity(each)),
    policyReference: (each) => named(`${each.names.class}Policy`, policy(each)),
    hasSharedPolicy: false,
  };
}

const named = (name: string, from: string): Reference => ({ text: name, import: { name, from } });

/** `entities.Book`: one import of a file that declares many classes. */
const memberOf = (file: string, name: string, from: string): Reference => ({
  text: `${file}.${name}`,
  import: { name: `* as ${file}`, from },
});

/** One folder for all entities, with a file for each kind of declaration. */
export function moduleLayout(sourceRoot: string, name: string): Layout {
  const fileOf = (suffix: string) => posix.join(sourceRoot, name, `${name}.${suffix}.ts`);
  return {
    entity: ({ path }) => path ?? fileOf('entities'),
    policy: () => fileOf('policies'),
    resource: () => fileOf('resources'),
    module: () => fileOf('module'),
    spec: () => fileOf('spec'),
    entityReference: ({ path, names }) =>
      path ? named(names.class, path) : memberOf('entities', names.class, fileOf('entities')),
    policyReference: ({ names }) =>
      memberOf('policies', `${names.class}Policy`, fileOf('policies')),
    hasSharedPolicy: true,
  };
}

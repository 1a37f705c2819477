import { make, type Kind } from './make.js';
import type { MakeOptions } from './workspace/make-context.js';

/**
 * The part of the tree of `@angular-devkit/schematics` that the schematics use. They import nothing
 * of that package, so that an application installs it only with Nest's command line.
 */
interface Tree {
  read(path: string): Buffer | null;
  create(path: string, content: string): void;
  overwrite(path: string, content: string): void;
  getDir(path: string): { readonly subfiles: readonly string[] };
}

interface SchematicContext {
  readonly logger: { info(message: string): void; warn(message: string): void };
}

type Rule = (tree: Tree, schematic: SchematicContext) => Promise<void>;

/** The factory of a schematic: `nest g -c resource-api resource book`. */
const factory =
  (kind: Kind) =>
  (options: MakeOptions): Rule =>
  async (tree, { logger }) => {
    const files = {
      read: (path: string) => tree.read(path)?.toString('utf8'),
      list: (folder: string) => tree.getDir(folder).subfiles,
    };
    const { changes, report } = await make(kind, options, files, process.cwd());
    for (const { path, content, isNew } of changes)
      if (isNew) tree.create(path, content);
      else tree.overwrite(path, content);
    for (const note of report.notes) logger.warn(note);
  };

export const resource = factory('resource');
export const policy = factory('policy');
export const action = factory('action');
export const filter = factory('filter');
export const rule = factory('rule');
export const migration = factory('migration');
export const tool = factory('tool');

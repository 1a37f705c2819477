import { posix } from 'node:path';
import { importPath, type MakeContext } from '../make-context.js';
import { filterSpecTemplate, filterTemplate } from '../templates/filter.template.js';

/** Makes a filter with its test, and adds it to its resource. */
export function makeFilter(context: MakeContext): void {
  const { workspace, part, owner, runner } = context;
  const path = posix.join(owner.folder, `${part.file}.filter.ts`);
  const entity = { ...owner.entity, from: importPath(path, owner.entity.path) };
  workspace.create(path, filterTemplate(part, entity));
  workspace.create(path.replace(/\.ts$/, '.spec.ts'), filterSpecTemplate(part, entity, runner));
  context.registerIn(
    owner.path,
    ['Resource'],
    'filters',
    part.class,
    importPath(owner.path, path),
    owner.className,
  );
}

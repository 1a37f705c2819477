import { posix } from 'node:path';
import { importPath, type MakeContext } from '../make-context.js';
import { actionSpecTemplate, actionTemplate } from '../templates/action.template.js';

/** Makes an action with its test, and adds it to its resource. */
export function makeAction(context: MakeContext): void {
  const { workspace, part, owner, runner } = context;
  const path = posix.join(owner.folder, `${part.file}.action.ts`);
  const entity = { ...owner.entity, from: importPath(path, owner.entity.path) };
  workspace.create(path, actionTemplate(part, entity, owner.names.plural));
  workspace.create(path.replace(/\.ts$/, '.spec.ts'), actionSpecTemplate(part, entity, runner));
  context.registerIn(
    owner.path,
    ['Resource'],
    'actions',
    part.class,
    importPath(owner.path, path),
    owner.className,
  );
}

import type { MakeContext } from '../workspace/make-context.js';
import { filterTemplate } from '../templates/filter.template.js';

/** Makes a filter, and adds it to its resource. */
export function makeFilter(context: MakeContext): void {
  const { workspace, part, owner } = context;
  const resource = context.requireFile(owner, 'resource');
  workspace.create(
    context.path(owner.folder, `${part.file}.filter.ts`),
    filterTemplate(part, owner),
  );
  context.registerIn(resource, ['Resource'], 'filters', part.class, `./${part.file}.filter.js`);
}

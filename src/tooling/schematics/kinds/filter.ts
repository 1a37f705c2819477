import type { MakeContext } from '../workspace/make-context.js';
import { filterTemplate } from '../templates/filter.template.js';

/** Makes a filter, and adds it to its resource. */
export function makeFilter(makeContext: MakeContext): void {
  const { workspace, part, owner } = makeContext;
  const resource = makeContext.requireFile(owner, 'resource');
  workspace.create(
    makeContext.path(owner.folder, `${part.file}.filter.ts`),
    filterTemplate(part, owner),
  );
  makeContext.registerIn(resource, ['Resource'], 'filters', part.class, `./${part.file}.filter.js`);
}

import type { MakeContext } from '../workspace/make-context.js';
import { actionTemplate } from '../templates/action.template.js';

/** Makes an action, and adds it to its resource. */
export function makeAction(makeContext: MakeContext): void {
  const { workspace, part, owner } = makeContext;
  const resource = makeContext.requireFile(owner, 'resource');
  workspace.create(
    makeContext.path(owner.folder, `${part.file}.action.ts`),
    actionTemplate(part, owner),
  );
  makeContext.registerIn(resource, ['Resource'], 'actions', part.class, `./${part.file}.action.js`);
}

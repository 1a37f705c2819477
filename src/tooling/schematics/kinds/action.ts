import type { MakeContext } from '../workspace/make-context.js';
import { actionTemplate } from '../templates/action.template.js';

/** Makes an action, and adds it to its resource. */
export function makeAction(context: MakeContext): void {
  const { workspace, part, owner } = context;
  const resource = context.requireFile(owner, 'resource');
  workspace.create(
    context.path(owner.folder, `${part.file}.action.ts`),
    actionTemplate(part, owner),
  );
  context.registerIn(resource, ['Resource'], 'actions', part.class, `./${part.file}.action.js`);
}

import type { MakeContext } from '../workspace/make-context.js';
import { policyTemplate } from '../templates/policy.template.js';

/** Makes a policy, and sets it in its resource unless that has one. */
export function makePolicy(context: MakeContext): void {
  const { workspace, self } = context;
  context.requireFile(self, 'entity');
  const resource = context.requireFile(self, 'resource');
  workspace.create(context.pathOf(self, 'policy'), policyTemplate(self));
  context.setIn(
    resource,
    ['Resource'],
    'policy',
    `${self.class}Policy`,
    `./${self.file}.policy.js`,
  );
}

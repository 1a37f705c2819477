import type { MakeContext } from '../workspace/make-context.js';
import { policyTemplate } from '../templates/policy.template.js';

/** Makes a policy, and sets it in its resource unless that has one. */
export function makePolicy(makeContext: MakeContext): void {
  const { workspace, self } = makeContext;
  makeContext.requireFile(self, 'entity');
  const resource = makeContext.requireFile(self, 'resource');
  workspace.create(makeContext.pathOf(self, 'policy'), policyTemplate(self));
  makeContext.setIn(
    resource,
    ['Resource'],
    'policy',
    `${self.class}Policy`,
    `./${self.file}.policy.js`,
  );
}

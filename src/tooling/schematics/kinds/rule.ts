import type { MakeContext } from '../workspace/make-context.js';
import { ruleSpecTemplate, ruleTemplate } from '../templates/rule.template.js';
import { registerProvider } from './provider.js';

/** Makes a validation rule with its test. */
export function makeRule(makeContext: MakeContext): void {
  const { workspace, own, runner } = makeContext;
  workspace.create(makeContext.path('rules', `${own.file}.rule.ts`), ruleTemplate(own));
  workspace.create(
    makeContext.path('rules', `${own.file}.rule.spec.ts`),
    ruleSpecTemplate(own, runner),
  );
  registerProvider(makeContext, 'rules', 'RulesModule', {
    class: `${own.class}Rule`,
    from: `./${own.file}.rule.js`,
  });
}

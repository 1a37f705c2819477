import type { MakeContext } from '../make-context.js';
import { ruleSpecTemplate, ruleTemplate } from '../templates/rule.template.js';
import { registerProvider } from './provider.js';

/** Makes a validation rule with its test. */
export function makeRule(context: MakeContext): void {
  const { workspace, part, runner } = context;
  workspace.create(context.path('rules', `${part.file}.rule.ts`), ruleTemplate(part));
  workspace.create(
    context.path('rules', `${part.file}.rule.spec.ts`),
    ruleSpecTemplate(part, runner),
  );
  registerProvider(context, 'rules', 'RulesModule', {
    class: `${part.class}Rule`,
    from: `./${part.file}.rule.js`,
  });
}

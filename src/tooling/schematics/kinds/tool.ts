import type { MakeContext } from '../workspace/make-context.js';
import { toolSpecTemplate, toolTemplate } from '../templates/tool.template.js';
import { registerProvider } from './provider.js';

/** Makes a tool for agents with its test. */
export function makeTool(makeContext: MakeContext): void {
  const { workspace, own, runner } = makeContext;
  workspace.create(makeContext.path('tools', `${own.file}.tool.ts`), toolTemplate(own));
  workspace.create(
    makeContext.path('tools', `${own.file}.tool.spec.ts`),
    toolSpecTemplate(own, runner),
  );
  registerProvider(makeContext, 'tools', 'ToolsModule', {
    class: `${own.class}Tool`,
    from: `./${own.file}.tool.js`,
  });
}

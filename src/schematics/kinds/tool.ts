import type { MakeContext } from '../make-context.js';
import { toolSpecTemplate, toolTemplate } from '../templates/tool.template.js';
import { registerProvider } from './provider.js';

/** Makes a tool for agents with its test. */
export function makeTool(context: MakeContext): void {
  const { workspace, part, runner } = context;
  workspace.create(context.path('tools', `${part.file}.tool.ts`), toolTemplate(part));
  workspace.create(
    context.path('tools', `${part.file}.tool.spec.ts`),
    toolSpecTemplate(part, runner),
  );
  registerProvider(context, 'tools', 'ToolsModule', {
    class: `${part.class}Tool`,
    from: `./${part.file}.tool.js`,
  });
}

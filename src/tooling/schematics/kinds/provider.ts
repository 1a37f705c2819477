import type { MakeContext } from '../workspace/make-context.js';
import { providerModuleTemplate } from '../templates/provider-module.template.js';

/** Adds a provider to the module of a folder, which is made with the first one. */
export function registerProvider(
  context: MakeContext,
  folder: string,
  moduleClass: string,
  provider: { readonly class: string; readonly from: string },
): void {
  const path = context.path(folder, `${folder}.module.ts`);
  if (context.workspace.read(path) === undefined)
    context.workspace.create(path, providerModuleTemplate(moduleClass, provider));
  else
    context.registerIn(
      path,
      ['Module', 'ResourceModule'],
      'providers',
      provider.class,
      provider.from,
    );
  context.registerModule(moduleClass, path);
}

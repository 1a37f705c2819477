import type { MakeContext } from '../workspace/make-context.js';
import { providerModuleTemplate } from '../templates/provider-module.template.js';

/** Adds a provider to the module of a folder, which is made with the first one. */
export function registerProvider(
  makeContext: MakeContext,
  folder: string,
  moduleClass: string,
  provider: { readonly class: string; readonly from: string },
): void {
  const path = makeContext.path(folder, `${folder}.module.ts`);
  if (makeContext.workspace.read(path) === undefined)
    makeContext.workspace.create(path, providerModuleTemplate(moduleClass, provider));
  else
    makeContext.registerIn(
      path,
      ['Module', 'ResourceModule'],
      'providers',
      provider.class,
      provider.from,
    );
  makeContext.registerModule(moduleClass, path);
}

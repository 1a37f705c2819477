/** A module that provides one class. */
export const providerModuleTemplate = (
  className: string,
  provider: { readonly class: string; readonly from: string },
): string =>
  `import { Module } from '@nestjs/common';
import { ${provider.class} } from '${provider.from}';

@Module({ providers: [${provider.class}] })
export class ${className} {}
`;

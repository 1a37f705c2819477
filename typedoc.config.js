import { readFileSync } from 'node:fs';

const { exports } = JSON.parse(readFileSync('package.json', 'utf8'));

/**
 * The documentation of everything that an application can import.
 * @type {import('typedoc').TypeDocOptions}
 */
export default {
  name: 'Resource API',
  entryPoints: Object.values(exports).flatMap(({ types }) =>
    types === undefined ? [] : [types.replace(/^\.\/dist\/(.*)\.d\.ts$/, '$1.ts')],
  ),
  tsconfig: 'tsconfig.build.json',
  out: 'var/api',
  // Links to sources need a remote repository, which a copy may not have.
  disableSources: true,
  excludePrivate: true,
  excludeInternal: true,
  treatWarningsAsErrors: true,
  highlightLanguages: ['http', 'json', 'sh', 'sql', 'text', 'ts'],
  blockTags: [
    '@contract',
    '@spec',
    '@param',
    '@returns',
    '@throws',
    '@see',
    '@deprecated',
    '@example',
    '@typeParam',
  ],
  validation: { notExported: false },
};

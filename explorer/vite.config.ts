import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

const path = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

/** The browser application. `build.mjs` sets the folder of the built files. */
export default defineConfig({
  root: path('.'),
  // The service sets the path at which it serves the files.
  base: './',
  resolve: {
    alias: {
      'resource-api/client': path('../src/tooling/client/index.ts'),
    },
  },
  build: {
    target: 'es2022',
    // Pages may contain no data: URLs of fonts and scripts, and each file is cached on its own.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      onLog(level, log, report) {
        // "use client" of packages concerns servers that render React.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') report(level, log);
      },
    },
  },
});

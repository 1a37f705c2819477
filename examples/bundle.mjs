/**
 * Bundles the examples: `node examples/bundle.mjs <folder>` writes a script for each, such as
 * `react-admin.js`.
 */
import { join } from 'node:path';
import { rolldown } from 'rolldown';

const [, , folder = 'dist'] = process.argv;
const here = import.meta.dirname;

/** `pluralize`, which refine loads, asks for `require`, which browsers do not have. */
const pluralize = {
  name: 'pluralize',
  transform: {
    filter: { id: /\/pluralize\.js$/ },
    handler: (code) => code.replace("typeof require === 'function' && ", ''),
  },
};

for (const name of ['react-admin', 'refine', 'react-query']) {
  const bundle = await rolldown({
    input: join(here, name, 'app.tsx'),
    platform: 'browser',
    resolve: { alias: { 'resource-api/client': join(here, '../src/client/index.ts') } },
    transform: { define: { 'process.env.NODE_ENV': '"production"' } },
    plugins: [pluralize],
    onLog(level, log) {
      if (level === 'warn' && log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    },
  });
  await bundle.write({ file: join(folder, `${name}.js`), format: 'iife', minify: true });
  await bundle.close();
}

import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/**
 * Compiles the framework, the bench's server and its stages like the product: by SWC, with the
 * repository's settings. The output keeps modules and folders.
 *
 * @param {string} root the repository
 * @param {string} output a folder inside it, for `package.json` and `node_modules`
 */
export async function buildProject(root, output, processes) {
  const require = createRequire(join(root, 'package.json'));
  const swc = join(dirname(require.resolve('@swc/cli/package.json')), 'bin', 'swc.js');
  const options = [
    '--config-file',
    '.swcrc',
    '--out-dir',
    output,
    '--delete-dir-on-start',
    '--quiet',
  ];
  await processes.run([process.execPath, swc, 'src', 'bench/server', 'bench/stages', ...options], {
    cwd: root,
  });
}

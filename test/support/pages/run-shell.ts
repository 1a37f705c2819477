import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs a script in a shell, on a machine that may have no curl, and returns its output. */
export async function runShell(script: string): Promise<string> {
  const curl = 'curl() { node test/support/pages/curl.mjs "$@"; }';
  const { stdout } = await run('sh', ['-ec', `${curl}\n${script}`]);
  return stdout;
}

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compiledPath } from './compiled-path.js';
import { hidePackage } from './hide-package.js';

/** How a start has failed. */
export interface FailedStart {
  readonly code: number;
  readonly stderr: string;
}

/** Starts the demo as if a package were not installed. @throws Error if it starts */
export const startWithoutPackage = (
  name: string,
  settings: Readonly<Record<string, string>>,
): Promise<FailedStart> =>
  promisify(execFile)(
    process.execPath,
    ['--import', hidePackage(name), compiledPath('demo/main.ts')],
    { env: { ...process.env, DATABASE_URL: 'sqlite::memory:', PORT: '0', ...settings } },
  ).then(
    () => {
      throw new Error('The service has started.');
    },
    (failure: FailedStart) => failure,
  );

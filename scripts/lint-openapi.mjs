/**
 * Lints the OpenAPI document of the deployment with `@redocly/cli` and `@stoplight/spectral-cli`,
 * which have their own package, `test/openapi-lint`. Every warning fails. Once the package is
 * installed, no network is needed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The time limit of a command, which usually takes seconds, in milliseconds. */
const TIMEOUT = 300_000;

const linters = fileURLToPath(new URL('../test/openapi-lint/', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'resource-api-openapi-'));
const document = join(folder, 'openapi.json');

const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', CI: 'true' };

function run(command, args, cwd) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    timeout: TIMEOUT,
    env: { ...process.env, ...quiet },
  });
  if (error) console.error(error.message);
  return status === 0;
}

const steps = [
  ...(existsSync(join(linters, 'node_modules'))
    ? []
    : [['npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], linters]]),
  ['npm', ['run', '--silent', 'openapi', '--', document], process.cwd()],
  [join(linters, 'node_modules/.bin/redocly'), ['lint', document], linters],
  [
    join(linters, 'node_modules/.bin/spectral'),
    ['lint', '--ruleset', join(linters, 'spectral.yaml'), '--fail-severity', 'hint', document],
    linters,
  ],
];

process.exitCode = steps.every(([command, args, cwd]) => run(command, args, cwd)) ? 0 : 1;
rmSync(folder, { recursive: true, force: true });

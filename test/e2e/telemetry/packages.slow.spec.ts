import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { compiledPath } from '../../support/compiled-path.js';

/** Prints, when the process ends, whether it has loaded packages of the SDK. */
const REPORT = `
import { createRequire } from 'node:module';
const { cache } = createRequire(import.meta.url);
process.on('exit', () => {
  const isLoaded = Object.keys(cache).some((file) => file.includes('@opentelemetry/sdk'));
  process.stdout.write(isLoaded ? 'SDK loaded' : 'SDK not loaded');
});
`;

/** Makes a package look as if it was not installed. */
const without = (name: string): string => `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
export function resolve(name, context, next) {
  if (name !== '${name}') return next(name, context);
  throw Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' });
}\`));
`;

describe('The packages of OpenTelemetry', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'resource-api-telemetry-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a command that boots the demo. @param program runs before it */
  async function check(program: string, variables: Readonly<Record<string, string>>) {
    const file = join(folder, 'program.mjs');
    writeFileSync(file, program);
    const deployment = compiledPath('demo/deployment.ts');
    const command = [compiledPath('src/tooling/cli/main.ts'), '--deployment', deployment, 'check'];
    const child = spawn(process.execPath, ['--import', file, ...command], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATABASE_URL: 'sqlite::memory:', ...variables },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ]);
    return { output, errors, code };
  }

  it('are not loaded without variables', async () => {
    const { output, code } = await check(REPORT, {});
    expect(output).toMatch(/SDK not loaded$/);
    expect(code).toBe(0);
  });

  it('are loaded with them, and a command exports nothing', async () => {
    // Nothing listens there: an export would fail after seconds, and be logged.
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const { output, errors, code } = await check(REPORT, variables);
    expect(output).toMatch(/SDK loaded$/);
    expect([errors, code]).toEqual(['', 0]);
  });

  it.each(['@opentelemetry/api', '@opentelemetry/sdk-node'])(
    'are named if one is missing that the variables need: %s',
    async (name) => {
      const { errors, code } = await check(without(name), { OTEL_TRACES_EXPORTER: 'otlp' });
      expect(errors).toContain(
        `needs the package ${name}, which is not installed. Install it with \`npm install ${name}\``,
      );
      expect(errors).not.toContain('    at ');
      expect(code).toBe(1);
    },
  );

  it.each(['@opentelemetry/api', '@opentelemetry/sdk-node'])(
    'may be missing without variables: %s',
    async (name) => {
      expect(await check(without(name), {})).toMatchObject({ errors: '', code: 0 });
    },
  );
});

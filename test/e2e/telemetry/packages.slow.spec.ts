import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { CompiledProject } from '../../support/compiled-project.js';

/** Prints, when the process ends, which packages of the SDK it has loaded. */
const REPORT = `
import { createRequire } from 'node:module';
const { cache } = createRequire(import.meta.url);
process.on('exit', () => {
  const isLoaded = Object.keys(cache).some((file) => file.includes('@opentelemetry/sdk'));
  process.stdout.write(isLoaded ? 'SDK loaded' : 'SDK not loaded');
});
`;

/** Makes the SDK look as if it was not installed. */
const WITHOUT_SDK = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
export function resolve(name, context, next) {
  if (name !== '@opentelemetry/sdk-node') return next(name, context);
  throw Object.assign(new Error('not found'), { code: 'ERR_MODULE_NOT_FOUND' });
}\`));
`;

describe('The packages of OpenTelemetry', () => {
  let project: CompiledProject;
  let folder: string;
  beforeAll(() => {
    project = new CompiledProject('src', 'demo');
    folder = mkdtempSync(join(tmpdir(), 'resource-api-telemetry-'));
    writeFileSync(join(folder, 'report.mjs'), REPORT);
    writeFileSync(join(folder, 'without-sdk.mjs'), WITHOUT_SDK);
  });
  afterAll(() => {
    project.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a command that boots the demo. */
  async function run(file: string, variables: Record<string, string>) {
    const child = spawn(
      process.execPath,
      [
        '--import',
        join(folder, file),
        ...['src/cli/main.js', '--deployment', 'demo/deployment.js', 'check'],
      ],
      {
        cwd: project.folder,
        env: { PATH: process.env.PATH, DATABASE_URL: 'sqlite::memory:', ...variables },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ]);
    return { output, errors, code };
  }

  it('are not loaded without variables', async () => {
    expect((await run('report.mjs', {})).output).toMatch(/SDK not loaded$/);
  });

  it('are loaded with them, and a command exports nothing', async () => {
    // Nothing listens there: an export would fail after seconds, and be logged.
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
    const { output, errors, code } = await run('report.mjs', variables);
    expect(output).toMatch(/SDK loaded$/);
    expect([errors, code]).toEqual(['', 0]);
  });

  it('are named if they are missing', async () => {
    const variables = { OTEL_TRACES_EXPORTER: 'otlp' };
    const { errors, code } = await run('without-sdk.mjs', variables);
    expect(errors).toContain(
      'needs the package @opentelemetry/sdk-node: npm install @opentelemetry/sdk-node.',
    );
    expect(code).toBe(1);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';

const tests = resolve('test');

/**
 * Processes that tests kill or measure, applications that never start, and applications of a team,
 * whose own routes are in no document.
 */
const others = [
  'conformance/serve.ts',
  'e2e/action-log/repository.spec.ts',
  'e2e/actions/depot-process.ts',
  'e2e/actions/memory-process.ts',
  'e2e/app/slow-process.ts',
  'e2e/auth/login-process.ts',
  'e2e/database/forgotten-migrations.spec.ts',
  'e2e/database/table-prefix.spec.ts',
  'e2e/definition/scopes.spec.ts',
  'e2e/exports/export-process.ts',
  'e2e/guide/existing-database.spec.ts',
  'e2e/http/hosted/hosted-app.ts',
  'e2e/package/application/main.ts',
  'e2e/package/application/nest-main.ts',
  'e2e/registry/injection.spec.ts',
  'e2e/registry/one-report.spec.ts',
  'e2e/runs/run-process.ts',
  'e2e/safe-writes/demo-process.ts',
  'e2e/storage/files-process.ts',
  'e2e/telemetry/observed-demo.ts',
];

const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => name !== 'node_modules' && name !== 'unit')
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : path.endsWith('.ts') ? [path] : [];
    });

const makesApplication = /\b(?:createApplication|createNestApplication|NestFactory\.create)[<(]/;

describe('The applications of the tests over HTTP', () => {
  it('are all checked against their OpenAPI documents', () => {
    const texts = filesIn(tests).map(
      (path) => [relative(tests, path), readFileSync(path, 'utf8')] as const,
    );
    const unvalidated = texts.filter(
      ([, text]) => makesApplication.test(text) && !text.includes('validateAgainstDocument('),
    );
    expect(unvalidated.map(([path]) => path).sort()).toEqual(others);
  });
});

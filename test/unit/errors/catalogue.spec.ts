import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeCatalogue } from '../../../src/errors/describe-catalogue.js';
import { errorCatalogue } from '../../../src/errors/index.js';

describe('the catalogue of errors', () => {
  it('C9: docs/reference/errors.md is in step with it (rewrite it by `npm run docs`)', () => {
    const page = readFileSync(join(__dirname, '../../../docs/reference/errors.md'), 'utf8');
    expect(page).toBe(describeCatalogue(errorCatalogue));
  });

  it('C9: the page names every code with its status and message', () => {
    const page = describeCatalogue(errorCatalogue);
    for (const [code, { status, message, when }] of Object.entries(errorCatalogue))
      expect(page).toContain(`| ${status} | \`${code}\` | ${message} | ${when} |`);
  });

  it.each([
    ['unauthenticated', 401, 'Unauthenticated.'],
    ['unauthorized', 403, 'This action is unauthorized.'],
    ['not_found', 404, 'Not found.'],
    ['validation_failed', 422, 'The given data was invalid.'],
    ['server_error', 500, 'Server error.'],
  ] as const)('C9: %s is %i %j', (code, status, message) => {
    expect(errorCatalogue[code]).toMatchObject({ status, message });
  });
});

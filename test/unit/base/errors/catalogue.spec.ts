import { readFileSync } from 'node:fs';
import { describeCatalogue } from '../../../../scripts/docs/describe-errors.js';
import { errorCatalogue } from '../../../../src/base/errors/index.js';

describe('the catalogue of errors', () => {
  it('matches docs/reference/errors.md (rewrite it by `npm run docs`) (C9)', () => {
    const page = readFileSync('docs/reference/errors.md', 'utf8');
    expect(page).toBe(describeCatalogue(errorCatalogue));
  });

  it('has every code on its page with its status and message (C9)', () => {
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
  ] as const)('defines %s as %i %j (C9)', (code, status, message) => {
    expect(errorCatalogue[code]).toMatchObject({ status, message });
  });
});

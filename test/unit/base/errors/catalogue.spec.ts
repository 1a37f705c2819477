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
});

import { readFileSync, writeFileSync } from 'node:fs';
import { describePublicApi } from './describe-public-api.js';

const path = 'docs/reference/public-api.md';

describe('The public API (issue 18, 10)', () => {
  it('is what docs/reference/public-api.md describes (write it: UPDATE_DOCS=1)', () => {
    const described = describePublicApi();
    if (process.env.UPDATE_DOCS) writeFileSync(path, described);
    expect(readFileSync(path, 'utf8')).toBe(described);
  });
});

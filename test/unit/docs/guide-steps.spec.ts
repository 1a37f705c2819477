import { changed, stepsOf } from '../../e2e/package/guide-steps.js';

const page = `# A page

\`demo/resources/shop/shop.ts\`

\`\`\`ts
export const shop = 1;
\`\`\`

\`src/deployment.ts\`

\`\`\`diff
-modules: [A],
+modules: [A, B],
\`\`\`

\`\`\`sh
npm run check
\`\`\`

\`\`\`text
No faults.
\`\`\`

\`\`\`http
POST /api/shops
X-Api-Key: k

{ "name": "x" }
\`\`\`

\`201\`

\`\`\`json
{ "data": {} }
\`\`\`

\`\`\`http
GET /api/shops
\`\`\`

## More

\`\`\`json
{ "illustrates": true }
\`\`\`

\`\`\`http
DELETE /api/shops/1
\`\`\`

\`204\`

\`\`\`sql
select 1
\`\`\`
`;

describe('The steps of a guide', () => {
  it('are its files, changes, commands and requests, in their order', () => {
    const request = { headers: {}, body: null, status: 200, response: null };
    expect(stepsOf(page)).toEqual([
      { kind: 'file', path: 'src/shop/shop.ts', code: 'export const shop = 1;\n' },
      { kind: 'change', path: 'src/deployment.ts', diff: '-modules: [A],\n+modules: [A, B],' },
      { kind: 'shell', script: 'npm run check', prints: 'No faults.' },
      {
        kind: 'request',
        request: {
          method: 'POST',
          path: '/api/shops',
          headers: { 'X-Api-Key': 'k' },
          body: '{ "name": "x" }',
          status: 201,
          response: '{ "data": {} }',
        },
      },
      { kind: 'request', request: { ...request, method: 'GET', path: '/api/shops' } },
      { kind: 'other', language: 'json', code: '{ "illustrates": true }' },
      {
        kind: 'request',
        request: { ...request, method: 'DELETE', path: '/api/shops/1', status: 204 },
      },
      { kind: 'sql', script: 'select 1' },
    ]);
  });

  it('change files whose lines they show', () => {
    expect(changed('a\nb\nc\n', ' a\n-b\n+d')).toBe('a\nd\nc\n');
    expect(() => changed('a\nb\nc\n', '-d')).toThrow('exactly once');
    expect(() => changed('a\na\n', '-a')).toThrow('exactly once');
  });
});

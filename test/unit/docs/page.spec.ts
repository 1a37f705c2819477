import { changed, Page } from '../../support/pages/page.js';

const text = `# A page

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
Authorization: Bearer <token of ann@example.com>
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

const page = new Page('docs/guide/none.md', text);

describe('The steps of a page', () => {
  it('are its files, changes, commands and requests, in their order', () => {
    const request = { account: null, headers: {}, body: null, status: 200 };
    expect(page.steps).toEqual([
      { kind: 'file', path: 'demo/resources/shop/shop.ts', code: 'export const shop = 1;\n' },
      { kind: 'change', path: 'src/deployment.ts', code: '-modules: [A],\n+modules: [A, B],' },
      { kind: 'shell', heading: 'A page', script: 'npm run check', output: page.blocks[3] },
      {
        kind: 'request',
        request: {
          method: 'POST',
          path: '/api/shops',
          account: 'ann@example.com',
          headers: { 'X-Api-Key': 'k' },
          body: '{ "name": "x" }',
          status: 201,
        },
        output: page.blocks[5],
      },
      {
        kind: 'request',
        request: { ...request, method: 'GET', path: '/api/shops' },
        output: null,
      },
      { kind: 'other', language: 'json', code: '{ "illustrates": true }' },
      {
        kind: 'request',
        request: { ...request, method: 'DELETE', path: '/api/shops/1', status: 204 },
        output: null,
      },
      { kind: 'sql', script: 'select 1' },
    ]);
    expect([page.blocks[3]!.code, page.blocks[5]!.code]).toEqual(['No faults.', '{ "data": {} }']);
  });

  it('change files whose lines they show', () => {
    expect(changed('a\nb\nc\n', ' a\n-b\n+d')).toBe('a\nd\nc\n');
    expect(() => changed('a\nb\nc\n', '-d')).toThrow('exactly once');
    expect(() => changed('a\na\n', '-a')).toThrow('exactly once');
  });
});

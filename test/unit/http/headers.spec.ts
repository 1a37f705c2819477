import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { allowedHeaders, requestHeaders } from '../../../src/http/hooks/request-headers.js';
import { responseHeaders } from '../../../src/http/hooks/response-headers.js';

/** Headers that packages read: Fastify the languages, the SDK of MCP the others. */
const readByPackages = [
  ...['accept-language', 'mcp-method', 'mcp-name', 'mcp-protocol-version', 'tracestate'],
];
/** Reads by a name that is not written where the header is read. */
const readByName: Readonly<Record<string, readonly string[]>> = {
  'src/http/hooks/set-response-headers.ts': [],
  'src/addons/metrics/metrics.guard.ts': ['forwarded', 'via', 'x-forwarded-for', 'x-real-ip'],
  'src/addons/tools/http/mcp.controller.ts': ['mcp-session-id'],
};
/** Headers of HTTP itself, which browsers let pages read or handle themselves. */
const ofHttp = ['connection', 'content-encoding', 'content-type', 'vary', 'x-accel-buffering'];

/** The test kit sends requests, and the reference describes them. */
const isServed = (path: string): boolean =>
  path.endsWith('.ts') && !/^src\/(?:testing|reference)\//.test(path);

const sources = readdirSync('src', { recursive: true })
  .map((path) => join('src', String(path)))
  .filter(isServed)
  .map((path) => ({
    path,
    tree: ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true),
  }));

const isHeaders = (node: ts.Node | undefined): boolean =>
  node !== undefined && ['headers', 'httpRequest.headers'].includes(node.getText());
const isText = (node: ts.Node): node is ts.StringLiteral => ts.isStringLiteral(node);

/** Returns the names that a node reads from the headers of a request. */
function readIn(node: ts.Node): readonly string[] {
  if (ts.isElementAccessExpression(node) && isHeaders(node.expression))
    return isText(node.argumentExpression) ? [node.argumentExpression.text] : ['?'];
  if (ts.isPropertyAccessExpression(node) && isHeaders(node.expression))
    return isCalled(node) ? [] : [node.name.text];
  if (ts.isVariableDeclaration(node) && isHeaders(node.initializer)) return namesIn(node.name);
  return [];
}

/** Whether it is a method, such as `headers.get()`. */
const isCalled = (node: ts.Node): boolean =>
  ts.isCallExpression(node.parent) && node.parent.expression === node;

const namesIn = (pattern: ts.BindingName): readonly string[] =>
  ts.isObjectBindingPattern(pattern)
    ? pattern.elements.map(({ propertyName, name }) =>
        (propertyName ?? name).getText().replaceAll("'", ''),
      )
    : [];

/** Returns the names of the headers that a node sets on a response. */
function sentIn(node: ts.Node): readonly string[] {
  if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return [];
  const [first] = node.arguments;
  const isSet = node.expression.name.text === 'header';
  return isSet && first && isText(first) ? [first.text] : [];
}

/** Returns the names in lower case, each with a file that contains it. */
function collect(of: (node: ts.Node) => readonly string[]): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { path, tree } of sources) {
    const visit = (node: ts.Node): void => {
      for (const name of of(node))
        for (const each of name === '?' ? (readByName[path] ?? ['?']) : [name])
          found.set(each.toLowerCase(), path);
      node.forEachChild(visit);
    };
    visit(tree);
  }
  return found;
}

const lower = (table: object): readonly string[] =>
  Object.keys(table).map((name) => name.toLowerCase());

describe('The tables of headers (C2.8)', () => {
  it('contain every header that the service reads, and no other', () => {
    const read = new Set([...collect(readIn).keys(), ...readByPackages]);
    expect([...read].sort()).toEqual([...lower(requestHeaders)].sort());
  });

  it('contain every header that the service sends', () => {
    const known = [...lower(responseHeaders), ...ofHttp];
    const unknown = [...collect(sentIn)].filter(([name]) => !known.includes(name));
    expect(unknown).toEqual([]);
  });

  it('are what the reference lists', () => {
    const reference = readFileSync('docs/reference/http-api.md', 'utf8').replaceAll('`', '');
    const exposed = Object.entries(responseHeaders).flatMap(([name, { isExposed }]) =>
      isExposed ? [name] : [],
    );
    expect(reference).toContain(`Pages may send: ${allowedHeaders}.`);
    expect(reference).toContain(`Pages may read: ${exposed.join(', ')}.`);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

/** The names that a file declares and exports. */
function namesExportedBy(file: string): readonly string[] {
  const text = readFileSync(join('src', file), 'utf8');
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return source.statements.filter(isExported).flatMap((statement) => {
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText(source));
    const { name } = statement as ts.DeclarationStatement;
    return name === undefined ? [] : [name.text];
  });
}

const isExported = (statement: ts.Statement): boolean =>
  ts.canHaveModifiers(statement) &&
  (ts.getModifiers(statement) ?? []).some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);

describe('an exported name', () => {
  it('is declared in one file, so that it means one thing', () => {
    const declaredIn = new Map<string, Set<string>>();
    for (const file of files)
      for (const name of namesExportedBy(file))
        declaredIn.set(name, (declaredIn.get(name) ?? new Set()).add(file));
    expect(declaredIn.size).toBeGreaterThan(2_000);
    const ambiguous = [...declaredIn].filter(([, { size }]) => size > 1);
    expect(ambiguous.map(([name, places]) => `${name}: ${[...places].join(', ')}`)).toEqual([]);
  });
});

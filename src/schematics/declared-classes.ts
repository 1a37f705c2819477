import type TypeScript from 'typescript';
import type { Compiler } from './load-tools.js';
import type { SourceFiles } from './workspace.js';

/** A class with a decorator in the sources of an application. */
export interface DeclaredClass {
  readonly className: string;
  readonly path: string;
  readonly node: TypeScript.ClassDeclaration;
  /** The call of the decorator. */
  readonly decorator: TypeScript.CallExpression;
}

/**
 * Finds the classes with a decorator, such as `@Entity(...)`, in a folder and the folders in it.
 */
export function findClasses(
  files: SourceFiles,
  folder: string,
  decorator: string,
  compiler: Compiler,
): readonly DeclaredClass[] {
  return sourcesIn(files, folder).flatMap((path) =>
    classesIn(files.read(path) ?? '', decorator, compiler).map((found) => ({ ...found, path })),
  );
}

function sourcesIn(files: SourceFiles, folder: string): readonly string[] {
  const paths = files.list(folder).map((name) => `${folder}/${name}`);
  return paths.flatMap((path) =>
    path.endsWith('.ts') ? [path] : /\.\w+$/.test(path) ? [] : sourcesIn(files, path),
  );
}

function classesIn(
  source: string,
  decorator: string,
  compiler: Compiler,
): readonly Omit<DeclaredClass, 'path'>[] {
  if (!source.includes(`@${decorator}(`)) return [];
  const { createSourceFile, ScriptTarget } = compiler;
  const file = createSourceFile('source.ts', source, ScriptTarget.ES2022, true);
  return file.statements.flatMap((node) => {
    if (!compiler.isClassDeclaration(node) || !node.name) return [];
    const className = node.name.text;
    return (compiler.getDecorators(node) ?? []).flatMap(({ expression }) =>
      compiler.isCallExpression(expression) && expression.expression.getText() === decorator
        ? [{ className, node, decorator: expression }]
        : [],
    );
  });
}

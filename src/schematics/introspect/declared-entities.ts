import type { Compiler } from '../load-tools.js';
import type { SourceFiles } from '../workspace.js';

/** An entity in the sources of an application. */
export interface DeclaredEntity {
  readonly table: string;
  readonly className: string;
  readonly path: string;
}

/** Finds the classes with `@Entity('table')` in a folder and the folders in it. */
export function findEntities(
  files: SourceFiles,
  folder: string,
  compiler: Compiler,
): readonly DeclaredEntity[] {
  return sourcesIn(files, folder).flatMap((path) =>
    entitiesIn(files.read(path) ?? '', compiler).map((entity) => ({ ...entity, path })),
  );
}

function sourcesIn(files: SourceFiles, folder: string): readonly string[] {
  const paths = files.list(folder).map((name) => `${folder}/${name}`);
  return paths.flatMap((path) =>
    path.endsWith('.ts') ? [path] : /\.\w+$/.test(path) ? [] : sourcesIn(files, path),
  );
}

function entitiesIn(source: string, compiler: Compiler): readonly Omit<DeclaredEntity, 'path'>[] {
  if (!source.includes('@Entity(')) return [];
  const { createSourceFile, ScriptTarget } = compiler;
  const file = createSourceFile('source.ts', source, ScriptTarget.ES2022, true);
  return file.statements.flatMap((statement) => {
    if (!compiler.isClassDeclaration(statement) || !statement.name) return [];
    const className = statement.name.text;
    return (compiler.getDecorators(statement) ?? []).flatMap(({ expression }) => {
      if (!compiler.isCallExpression(expression)) return [];
      if (expression.expression.getText() !== 'Entity') return [];
      const [argument] = expression.arguments;
      return argument && compiler.isStringLiteralLike(argument)
        ? [{ className, table: argument.text }]
        : [];
    });
  });
}

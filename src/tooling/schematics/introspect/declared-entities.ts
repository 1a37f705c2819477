import type TypeScript from 'typescript';
import type { Compiler } from '../workspace/load-tools.js';
import type { SourceFiles } from '../workspace/workspace.js';

/** An entity in the sources of an application. */
export interface DeclaredEntity {
  readonly table: string;
  readonly className: string;
  readonly path: string;
  /** The names of its properties and methods. */
  readonly members: readonly string[];
  /** The properties of its columns, by the names of the columns in lower case. */
  readonly columns: ReadonlyMap<string, string>;
  /** The columns that a relation joins by, in lower case. */
  readonly joined: ReadonlySet<string>;
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

/** Returns the paths of all TypeScript files in a folder and the folders in it. */
export function sourcesIn(files: SourceFiles, folder: string): readonly string[] {
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
        ? [{ className, table: argument.text, ...membersOf(statement, compiler) }]
        : [];
    });
  });
}

function membersOf(
  { members }: TypeScript.ClassDeclaration,
  compiler: Compiler,
): Pick<DeclaredEntity, 'members' | 'columns' | 'joined'> {
  const names: string[] = [];
  const columns = new Map<string, string>();
  const joined = new Set<string>();
  for (const member of members) {
    const property = member.name?.getText();
    if (property === undefined) continue;
    names.push(property);
    if (!compiler.isPropertyDeclaration(member)) continue;
    for (const { expression } of compiler.getDecorators(member) ?? []) {
      if (!compiler.isCallExpression(expression)) continue;
      const decorator = expression.expression.getText();
      const column = (nameIn(expression, compiler) ?? property).toLowerCase();
      if (decorator === 'JoinColumn') joined.add(column);
      else if (decorator.endsWith('Column')) columns.set(column, property);
    }
  }
  return { members: names, columns, joined };
}

/** Returns the option `name` of a decorator. */
function nameIn(
  { arguments: given }: TypeScript.CallExpression,
  compiler: Compiler,
): string | undefined {
  const options = given.find((each) => compiler.isObjectLiteralExpression(each));
  const found = options?.properties.find((each) => each.name?.getText() === 'name');
  return found &&
    compiler.isPropertyAssignment(found) &&
    compiler.isStringLiteralLike(found.initializer)
    ? found.initializer.text
    : undefined;
}

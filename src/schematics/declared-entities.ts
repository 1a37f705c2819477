import type TypeScript from 'typescript';
import { findClasses, type DeclaredClass } from './declared-classes.js';
import type { Compiler } from './load-tools.js';
import type { SourceFiles } from './workspace.js';

/** An entity in the sources of an application. */
export interface DeclaredEntity {
  readonly table: string;
  readonly className: string;
  readonly path: string;
  /** The key of its records. */
  readonly key: EntityKey;
}

/** The property of an entity that identifies a record. */
export interface EntityKey {
  readonly property: string;
  readonly type: 'number' | 'string';
}

/** Finds the classes with `@Entity('table')` in a folder and the folders in it. */
export function findEntities(
  files: SourceFiles,
  folder: string,
  compiler: Compiler,
): readonly DeclaredEntity[] {
  return findClasses(files, folder, 'Entity', compiler).flatMap((found) => {
    const [argument] = found.decorator.arguments;
    if (!argument || !compiler.isStringLiteralLike(argument)) return [];
    const { className, path } = found;
    return [{ className, path, table: argument.text, key: keyOf(found, compiler) }];
  });
}

/** An entity that inherits its key from another class has the usual one. */
function keyOf({ node }: DeclaredClass, compiler: Compiler): EntityKey {
  const member = node.members.find(
    (each): each is TypeScript.PropertyDeclaration =>
      compiler.isPropertyDeclaration(each) && hasKeyDecorator(each, compiler),
  );
  if (!member) return { property: 'id', type: 'number' };
  const type = member.type?.getText() === 'number' ? 'number' : 'string';
  return { property: member.name.getText(), type };
}

const hasKeyDecorator = (member: TypeScript.PropertyDeclaration, compiler: Compiler): boolean =>
  (compiler.getDecorators(member) ?? []).some(({ expression }) =>
    /^Primary(?:Generated)?Column\b/.test(expression.getText()),
  );

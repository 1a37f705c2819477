import type TypeScript from 'typescript';
import type { Compiler } from './load-tools.js';

/**
 * Changes TypeScript sources at positions of the syntax tree, so that comments and formatting stay.
 * Each method returns the source unchanged if it has the wanted content already, and `null` if it
 * has no place for it.
 */
export class SourceEdits {
  constructor(private readonly compiler: Compiler) {}

  /**
   * Imports a name: with the others of the same file or package, or after the other imports.
   *
   * @param name `Book`, or `type Book`
   */
  addImport(source: string, name: string, from: string): string {
    const file = this.parse(source);
    const imports = file.statements.filter((each) => this.compiler.isImportDeclaration(each));
    const bare = name.replace(/^type /, '');
    if (imports.some((each) => this.importedNames(each).includes(bare))) return source;
    for (const { importClause, moduleSpecifier } of imports) {
      const { namedBindings } = importClause ?? {};
      if ((moduleSpecifier as TypeScript.StringLiteral).text !== from) continue;
      if (!namedBindings || !this.compiler.isNamedImports(namedBindings)) continue;
      const areTypes = importClause!.getText().startsWith('type ');
      if (areTypes && bare === name) continue;
      return insert(source, namedBindings.elements.at(-1)!.end, `, ${areTypes ? bare : name}`);
    }
    const line =
      bare === name
        ? `import { ${name} } from '${from}';`
        : `import type { ${bare} } from '${from}';`;
    const last = imports.at(-1);
    if (!last) return `${line}\n\n${source}`;
    return insert(source, last.end, `\n${line}`);
  }

  /** Adds a member to a class, after the others, unless it has one of this name. */
  addMember(source: string, className: string, name: string, text: string): string | null {
    const found = this.parse(source).statements.find(
      (each): each is TypeScript.ClassDeclaration =>
        this.compiler.isClassDeclaration(each) && each.name?.text === className,
    );
    if (!found) return null;
    if (found.members.some((member) => member.name?.getText() === name)) return source;
    const last = found.members.at(-1);
    return last
      ? insert(source, last.end, `\n${text}`)
      : insert(source, found.end - 1, `\n${text}\n`);
  }

  /**
   * Adds an element to a list of the options of a call, such as `fields: [...]` of
   * `ResourceOf(Book, { ... })`.
   *
   * @param first the first argument of the call
   */
  addToCall(
    source: string,
    callee: string,
    first: string,
    property: string,
    element: string,
  ): string | null {
    const call = this.findCall(this.parse(source), callee, first);
    const options = call?.arguments[1];
    if (call && !options)
      return insert(source, call.arguments[0]!.end, `, { ${property}: [${element}] }`);
    return options && this.compiler.isObjectLiteralExpression(options)
      ? this.addToProperty(source, options, property, element)
      : null;
  }

  private findCall(
    node: TypeScript.Node,
    callee: string,
    first: string,
  ): TypeScript.CallExpression | undefined {
    const { compiler } = this;
    if (
      compiler.isCallExpression(node) &&
      node.expression.getText() === callee &&
      node.arguments[0]?.getText() === first
    )
      return node;
    return compiler.forEachChild(node, (child) => this.findCall(child, callee, first));
  }

  /** Adds an element to a list in the argument of a class decorator, such as `actions: [...]`. */
  addToDecorator(
    source: string,
    decorators: readonly string[],
    property: string,
    element: string,
  ): string | null {
    const call = this.findDecorator(this.parse(source), decorators);
    if (!call) return null;
    const [argument] = call.arguments;
    if (!argument) return insert(source, call.end - 1, `{ ${property}: [${element}] }`);
    if (!this.compiler.isObjectLiteralExpression(argument)) return null;
    return this.addToProperty(source, argument, property, element);
  }

  /** Sets a property in the argument of a class decorator, unless it is set. */
  setInDecorator(
    source: string,
    decorators: readonly string[],
    property: string,
    value: string,
  ): string | null {
    const call = this.findDecorator(this.parse(source), decorators);
    if (!call) return null;
    const [argument] = call.arguments;
    if (!argument) return insert(source, call.end - 1, `{ ${property}: ${value} }`);
    if (!this.compiler.isObjectLiteralExpression(argument)) return null;
    if (this.propertyOf(argument, property)) return source;
    return this.addProperty(source, argument, `${property}: ${value}`);
  }

  /**
   * Adds an element to the list of a property `name: [...]`, wherever the file has it.
   *
   * @returns the name of a variable in place of the source if the property names one
   */
  addToList(source: string, name: string, element: string): string | { variable: string } | null {
    const file = this.parse(source);
    const found = this.findProperty(file, name);
    if (!found) return null;
    const value = this.compiler.isShorthandPropertyAssignment(found)
      ? found.name
      : this.unwrap(found.initializer);
    if (this.compiler.isArrayLiteralExpression(value))
      return this.addElement(source, value, element);
    if (!this.compiler.isIdentifier(value)) return null;
    return this.addToVariable(source, value.text, element) ?? { variable: value.text };
  }

  /** Adds an element to the list that a variable of the file is initialized with. */
  addToVariable(source: string, variable: string, element: string): string | null {
    for (const statement of this.parse(source).statements) {
      if (!this.compiler.isVariableStatement(statement)) continue;
      for (const { name, initializer } of statement.declarationList.declarations) {
        if (!initializer || !this.compiler.isIdentifier(name) || name.text !== variable) continue;
        const value = this.unwrap(initializer);
        if (this.compiler.isArrayLiteralExpression(value))
          return this.addElement(source, value, element);
      }
    }
    return null;
  }

  /** Returns the path that a name is imported from. */
  importedFrom(source: string, name: string): string | undefined {
    for (const statement of this.parse(source).statements)
      if (
        this.compiler.isImportDeclaration(statement) &&
        this.importedNames(statement).includes(name)
      )
        return (statement.moduleSpecifier as TypeScript.StringLiteral).text;
    return undefined;
  }

  private parse(source: string): TypeScript.SourceFile {
    const { createSourceFile, ScriptTarget } = this.compiler;
    return createSourceFile('source.ts', source, ScriptTarget.ES2022, true);
  }

  private importedNames(declaration: TypeScript.ImportDeclaration): readonly string[] {
    const bindings = declaration.importClause?.namedBindings;
    return bindings && this.compiler.isNamedImports(bindings)
      ? bindings.elements.map(({ name }) => name.text)
      : [];
  }

  private findDecorator(
    file: TypeScript.SourceFile,
    names: readonly string[],
  ): TypeScript.CallExpression | undefined {
    const { compiler } = this;
    for (const statement of file.statements) {
      if (!compiler.isClassDeclaration(statement)) continue;
      for (const { expression } of compiler.getDecorators(statement) ?? [])
        if (
          compiler.isCallExpression(expression) &&
          compiler.isIdentifier(expression.expression) &&
          names.includes(expression.expression.text)
        )
          return expression;
    }
    return undefined;
  }

  private findProperty(
    node: TypeScript.Node,
    name: string,
  ): TypeScript.PropertyAssignment | TypeScript.ShorthandPropertyAssignment | undefined {
    const { compiler } = this;
    if (
      (compiler.isPropertyAssignment(node) || compiler.isShorthandPropertyAssignment(node)) &&
      node.name.getText() === name
    )
      return node;
    return compiler.forEachChild(node, (child) => this.findProperty(child, name));
  }

  private propertyOf(
    object: TypeScript.ObjectLiteralExpression,
    name: string,
  ): TypeScript.ObjectLiteralElementLike | undefined {
    return object.properties.find((property) => property.name?.getText() === name);
  }

  private addToProperty(
    source: string,
    object: TypeScript.ObjectLiteralExpression,
    name: string,
    element: string,
  ): string | null {
    const found = this.propertyOf(object, name);
    if (!found) return this.addProperty(source, object, `${name}: [${element}]`);
    if (!this.compiler.isPropertyAssignment(found)) return null;
    const value = this.unwrap(found.initializer);
    return this.compiler.isArrayLiteralExpression(value)
      ? this.addElement(source, value, element)
      : null;
  }

  private addProperty(
    source: string,
    object: TypeScript.ObjectLiteralExpression,
    property: string,
  ): string {
    const last = object.properties.at(-1);
    if (!last) return insert(source, object.getStart() + 1, ` ${property} `);
    return insert(source, last.end, `, ${property}`);
  }

  private addElement(
    source: string,
    list: TypeScript.ArrayLiteralExpression,
    element: string,
  ): string {
    if (list.elements.some((each) => each.getText() === element)) return source;
    const last = list.elements.at(-1);
    if (!last) return insert(source, list.getStart() + 1, element);
    const lead = source.slice(source.lastIndexOf('\n', last.getStart()) + 1, last.getStart());
    const isAlone = lead.trim() === '' && list.getStart() < last.getStart() - lead.length;
    const indent = isAlone ? `\n${lead}` : ' ';
    return insert(source, last.end, `,${indent}${element}`);
  }

  /** `[...] as const`, `[...] satisfies X` -> `[...]` */
  private unwrap(expression: TypeScript.Expression): TypeScript.Expression {
    const { compiler } = this;
    return compiler.isAsExpression(expression) ||
      compiler.isSatisfiesExpression(expression) ||
      compiler.isParenthesizedExpression(expression)
      ? this.unwrap(expression.expression)
      : expression;
  }
}

const insert = (source: string, position: number, text: string): string =>
  source.slice(0, position) + text + source.slice(position);

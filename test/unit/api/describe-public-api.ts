import { dirname, relative, resolve } from 'node:path';
import ts from 'typescript';

/** The entry points of the package, by the name that applications import. */
export const entryPoints: Readonly<Record<string, string>> = {
  'resource-api': 'src/index.ts',
  'resource-api/testing': 'src/tooling/testing/index.ts',
  'resource-api/client': 'src/tooling/client/index.ts',
  'resource-api/cli': 'src/tooling/cli/index.ts',
};

/** Describes what an application can import, as declarations without comments, sorted by name. */
export function describePublicApi(): string {
  const { config } = ts.readConfigFile('tsconfig.build.json', (path) => ts.sys.readFile(path)) as {
    config: { compilerOptions: object };
  };
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, process.cwd());
  const files = Object.values(entryPoints).map((file) => resolve(file));
  const declarations = emitDeclarations(ts.createProgram(files, options), options);
  const program = ts.createProgram(
    [...declarations.keys()],
    { ...options, noEmit: true, emitDeclarationOnly: false },
    hostOf(declarations, options),
  );
  const sections = files.map((file, at) => {
    const module = program.getSourceFile(declarationOf(file))!;
    return `## ${Object.keys(entryPoints)[at]}\n\n\`\`\`ts\n${textOf(program, module)}\n\`\`\`\n`;
  });
  return `# Public API\n\nGenerated from the types (\`UPDATE_DOCS=1 npm run test:slow test/unit/api\`).\n\n${sections.join('\n')}`;
}

const declarationOf = (file: string): string => file.replace(/\.ts$/, '.d.ts');

/** The declarations of the project's files, each beside its source, without comments. */
function emitDeclarations(
  program: ts.Program,
  options: ts.CompilerOptions,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const write = (path: string, text: string) =>
    found.set(resolve(relative(resolve(options.outDir!), path)), text);
  program.emit(undefined, write, undefined, true);
  return found;
}

function hostOf(texts: ReadonlyMap<string, string>, options: ts.CompilerOptions): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  return {
    ...host,
    // A declaration replaces its source.
    fileExists: (path) =>
      texts.has(path) || (!texts.has(declarationOf(path)) && host.fileExists(path)),
    readFile: (path) => texts.get(path) ?? host.readFile(path),
    getSourceFile: (path, version) =>
      texts.has(path)
        ? ts.createSourceFile(path, texts.get(path)!, version, true)
        : host.getSourceFile(path, version),
    directoryExists: (path) => host.directoryExists!(path) || dirname(path) === path,
  };
}

function textOf(program: ts.Program, module: ts.SourceFile): string {
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true });
  const print = (node: ts.Node) =>
    printer.printNode(ts.EmitHint.Unspecified, withoutPrivate(node), node.getSourceFile());
  return checker
    .getExportsOfModule(checker.getSymbolAtLocation(module)!)
    .map((symbol) => [symbol.name, ...declarationsOf(checker, symbol).map(print)] as const)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, ...texts]) => texts.join('\n'))
    .join('\n\n');
}

/** A class without its private members, which may change at any time. */
function withoutPrivate(node: ts.Node): ts.Node {
  if (!ts.isClassDeclaration(node)) return node;
  const { modifiers, name, typeParameters, heritageClauses } = node;
  const members = node.members.filter(
    (member) => (ts.getCombinedModifierFlags(member) & ts.ModifierFlags.Private) === 0,
  );
  return ts.factory.updateClassDeclaration(
    node,
    modifiers,
    name,
    typeParameters,
    heritageClauses,
    members,
  );
}

/** Of a variable, its statement. */
function declarationsOf(checker: ts.TypeChecker, symbol: ts.Symbol): readonly ts.Node[] {
  const isAlias = (symbol.flags & ts.SymbolFlags.Alias) > 0;
  const { declarations = [] } = isAlias ? checker.getAliasedSymbol(symbol) : symbol;
  return declarations.map((node) => (ts.isVariableDeclaration(node) ? node.parent.parent : node));
}

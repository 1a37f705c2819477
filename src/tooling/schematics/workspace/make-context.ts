import { posix } from 'node:path';
import { MakeError, NameError } from './make-error.js';
import { namesOf, resourceNamesOf, type Names, type ResourceNames } from './names.js';
import type { SourceEdits } from './source-edits.js';
import type { Workspace } from './workspace.js';

/** What a schematic is called with. */
export interface MakeOptions {
  /** `book`, or `book/publish-book` for a part of a resource. */
  readonly name: string;
  /** The resource of a part, unless the name contains it. */
  readonly resource?: string | undefined;
  /** The folder of the sources; `src` unless set. */
  readonly sourceRoot?: string | undefined;
}

/** A migration of a resource, by its class and by its file without `.ts`. */
export interface MigrationNames {
  readonly class: string;
  readonly file: string;
}

/** What schematics share: names, paths, and how a file is registered. */
export class MakeContext {
  readonly sourceRoot: string;

  constructor(
    private readonly options: MakeOptions,
    readonly workspace: Workspace,
    private readonly edits: SourceEdits,
  ) {
    this.sourceRoot = options.sourceRoot ?? 'src';
  }

  /** The module that generated tests import `describe` and `it` from. */
  get runner(): string {
    const manifest = this.workspace.read('package.json') ?? '';
    return manifest.includes('"vitest"') || !manifest.includes('"jest"')
      ? 'vitest'
      : '@jest/globals';
  }

  /** The names of a part of a resource: an action, a filter, a migration. */
  get part(): Names {
    return namesOf(this.options.name.replace(/^[^/]*\//, ''));
  }

  /** The names of a rule or a tool. */
  get own(): Names {
    return namesOf(this.options.name);
  }

  /** The names of the resource itself. */
  get self(): ResourceNames {
    return resourceNamesOf(this.options.name);
  }

  /** @throws NameError if no resource is named */
  get owner(): ResourceNames {
    const [folder, part] = this.options.name.split('/');
    const name = this.options.resource ?? (part === undefined ? undefined : folder);
    if (name === undefined)
      throw new NameError(
        `The resource is required. Write it before the name, such as book/${this.part.file}.`,
      );
    return resourceNamesOf(name);
  }

  path(...parts: readonly string[]): string {
    return posix.join(this.sourceRoot, ...parts);
  }

  /** Returns the path of a file of a resource, such as `src/books/book.policy.ts`. */
  pathOf({ folder, file }: ResourceNames, suffix: string): string {
    return this.path(folder, `${file}.${suffix}.ts`);
  }

  /** @throws MakeError if the file of the resource does not exist */
  requireFile(resource: ResourceNames, suffix: string): string {
    const path = this.pathOf(resource, suffix);
    if (this.workspace.read(path) !== undefined) return path;
    throw new MakeError(
      `${path} does not exist. Create the resource first: resource-api make resource ${resource.file}`,
    );
  }

  /** Returns the migration of this name in the folder of a resource, or the names of a new one. */
  migrationIn({ folder }: ResourceNames, { file, class: name }: Names): MigrationNames {
    const suffix = `-${file}.ts`;
    const found = this.workspace
      .list(this.path(folder))
      .find((each) => each.endsWith(suffix) && /^\d+$/.test(each.slice(0, -suffix.length)));
    const stamp = found?.slice(0, -suffix.length) ?? String(Date.now());
    return { class: `${name}${stamp}`, file: `${stamp}-${file}` };
  }

  /** Adds a class to a list of a decorator, such as the actions of `@Resource`. */
  registerIn(
    path: string,
    decorators: readonly string[],
    property: string,
    className: string,
    from: string,
  ): void {
    const source = this.workspace.read(path)!;
    const edited = this.edits.addToDecorator(source, decorators, property, className);
    this.write(path, edited, className, from, `the ${property} of @${decorators[0]!}`);
  }

  /** Sets a class as a property of a decorator, such as the policy of `@Resource`. */
  setIn(
    path: string,
    decorators: readonly string[],
    property: string,
    className: string,
    from: string,
  ): void {
    const source = this.workspace.read(path)!;
    const edited = this.edits.setInDecorator(source, decorators, property, className);
    if (edited === source) this.workspace.update(path, source);
    else this.write(path, edited, className, from, `the ${property} of @${decorators[0]!}`);
  }

  /**
   * Adds a module to the modules of the deployment.
   *
   * @param path the file of the module
   * @throws MakeError if there is no deployment
   */
  registerModule(className: string, path: string): void {
    const deployment = this.path('deployment.ts');
    const source = this.workspace.read(deployment);
    if (source === undefined)
      throw new MakeError(
        `${deployment} does not exist. Set the folder of the sources by --source-root.`,
      );
    const edited = this.edits.addToList(source, 'modules', className);
    if (edited === null || typeof edited === 'string')
      return this.write(deployment, edited, className, importPath(deployment, path), 'the modules');
    const from = this.edits.importedFrom(source, edited.variable);
    const listed = from && sourceOf(deployment, from);
    const list = listed ? this.workspace.read(listed) : undefined;
    const added =
      list === undefined ? null : this.edits.addToVariable(list, edited.variable, className);
    this.write(
      listed ?? deployment,
      added,
      className,
      importPath(listed ?? '', path),
      'the modules',
    );
  }

  private write(
    path: string,
    edited: string | null,
    className: string,
    from: string,
    place: string,
  ): void {
    if (edited === null)
      this.workspace.note(`Add ${className} to ${place} in ${path} by hand: no list was found.`);
    else if (edited === this.workspace.read(path)) this.workspace.update(path, edited);
    else this.workspace.update(path, this.edits.addImport(edited, className, from));
  }
}

/** Returns the path that one source imports another by. */
export function importPath(from: string, to: string): string {
  const path = posix.relative(posix.dirname(from), to.replace(/\.ts$/, '.js'));
  return path.startsWith('.') ? path : `./${path}`;
}

/** Returns the source that a relative import leads to. */
const sourceOf = (importer: string, specifier: string): string =>
  posix.join(posix.dirname(importer), specifier.replace(/\.js$/, '.ts'));

import { pascalCase } from '../../../registry/resources/names.js';
import { importPath } from '../workspace/make-context.js';
import type { SourceEdits } from '../workspace/source-edits.js';
import type { Workspace } from '../workspace/workspace.js';
import type { Layout } from './layout.js';
import type { EntityModel } from './model.js';
import { importsOfEntity, renderColumn, renderRelation } from './render-entity.js';
import { importsOfMembers, listsOf, renderedMembers } from './render-resource.js';
import { importsOfRow, rowOf } from './render-spec.js';
import { printFile, type Import, type SourcePart } from './source-part.js';

/** A source that exists, and the class in it that gets something. */
interface ExistingClass {
  readonly path: string;
  readonly className: string;
}

/**
 * Adds new columns and relations to the entities, resources and policies that the application has.
 * Everything else in these files stays as it is.
 */
export class SourceExtension {
  constructor(
    private readonly workspace: Workspace,
    private readonly edits: SourceEdits,
    private readonly layout: Layout,
    private readonly sources: readonly string[],
  ) {}

  /** Creates a file of these declarations, or adds those that it does not have. */
  append(path: string, parts: readonly SourcePart[]): void {
    const source = this.workspace.read(path);
    if (source === undefined) return this.workspace.create(path, printFile(path, parts));
    for (const { body, imports } of parts) {
      const [declaration] = /class \w+/.exec(body)!;
      if (new RegExp(`${declaration}\\b`).test(source)) continue;
      this.workspace.update(path, `${this.workspace.read(path)!.trimEnd()}\n\n${body}`);
      this.import(path, imports);
    }
  }

  /** Creates the module of new resources, or registers them in one that exists. */
  addToModule(path: string, entities: readonly EntityModel[], part: SourcePart): void {
    const source = this.workspace.read(path);
    if (source === undefined) return this.workspace.create(path, printFile(path, [part]));
    if (source.includes('Object.values(resources)')) return;
    for (const { names } of entities) {
      const name = `${names.class}Resource`;
      const edited = this.edits.addToDecorator(
        this.workspace.read(path)!,
        ['ResourceModule'],
        'resources',
        name,
      );
      this.write(path, edited, `${name} to the resources`);
    }
    this.import(
      path,
      entities.map((each) => ({
        name: `${each.names.class}Resource`,
        from: this.layout.resource(each),
      })),
    );
  }

  /** Creates the test of new resources, or adds them to the list of one that exists. */
  addToSpec(path: string, entities: readonly EntityModel[], part: SourcePart): void {
    const source = this.workspace.read(path);
    if (source === undefined) return this.workspace.create(path, printFile(path, [part]));
    for (const entity of entities) {
      const row = rowOf(entity);
      const edited = this.edits.addToVariable(this.workspace.read(path)!, 'resources', row);
      this.write(path, edited, `${row} to the resources`);
      this.import(path, importsOfRow(entity, this.layout));
    }
  }

  extend(entity: EntityModel): void {
    const { path, added, relations } = entity;
    if (path === null || (added.length === 0 && relations.length === 0)) return;
    this.extendEntity(entity, path);
    if (entity.isPivot) return this.noteOnPivot(entity);
    this.extendResource(entity);
    this.extendPolicy(entity);
  }

  private extendEntity(entity: EntityModel, path: string): void {
    const place = { path, className: entity.names.class };
    const texts = new Map([
      ...entity.added.map((column) => [column.property, renderColumn(column)] as const),
      ...entity.relations.map((relation) => [relation.property, renderRelation(relation)] as const),
    ]);
    for (const [name, text] of texts) this.addMember(place, name, text);
    this.import(path, importsOfEntity(entity, [...texts.values()].join('\n'), this.layout));
  }

  private extendResource(entity: EntityModel): void {
    const { class: name } = entity.names;
    const path = this.findSource(`ResourceOf(${name}`);
    if (path === undefined)
      return this.workspace.note(
        `${name} has further columns or relations, and no class extends ResourceOf(${name}, { ... }), so no resource exposes them.`,
      );
    const part = { ...entity, columns: entity.added };
    for (const [list, items] of listsOf(part))
      for (const item of items) {
        const edited = this.edits.addToCall(
          this.workspace.read(path)!,
          'ResourceOf',
          name,
          list,
          `'${item}'`,
        );
        this.write(path, edited, `'${item}' to ${list} of the resource of ${name}`);
      }
    const members = renderedMembers(part);
    const place = { path, className: `${name}Resource` };
    for (const [member, text] of members) this.addMember(place, member, text);
    this.import(path, importsOfMembers(part, this.layout));
  }

  /** Nobody may attach and detach yet. */
  private extendPolicy({ names, relations }: EntityModel): void {
    const className = `${names.class}Policy`;
    const path = this.findSource(`class ${className} `);
    if (path === undefined) return;
    for (const { kind, property } of relations)
      if (kind === 'ManyToMany') {
        const method = `manage${pascalCase(property)}`;
        this.addMember({ path, className }, method, `  ${method} = () => false;`);
      }
  }

  private noteOnPivot({ names, added }: EntityModel): void {
    const columns = added.map(({ property }) => property).join(', ');
    this.workspace.note(
      `${names.class} is the entity of a join table. To expose ${columns}, add it to withPivot of the relation.`,
    );
  }

  private findSource(text: string): string | undefined {
    return this.sources.find((path) => this.workspace.read(path)?.includes(text));
  }

  private addMember({ path, className }: ExistingClass, name: string, text: string): void {
    const edited = this.edits.addMember(this.workspace.read(path)!, className, name, text);
    this.write(path, edited, `to ${className}: ${text.trim()}`);
  }

  private import(path: string, imports: readonly Import[]): void {
    for (const { name, from } of imports) {
      if (from === path) continue;
      const source = this.workspace.read(path)!;
      const specifier = from.endsWith('.ts') ? importPath(path, from) : from;
      this.workspace.update(path, this.edits.addImport(source, name, specifier));
    }
  }

  private write(path: string, edited: string | null, what: string): void {
    if (edited === null)
      this.workspace.note(`Add ${what}, in ${path}, by hand: no place was found.`);
    else this.workspace.update(path, edited);
  }
}

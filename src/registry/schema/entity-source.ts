import { DataSource, getMetadataArgsStorage } from 'typeorm';
import { prefixOwnTables } from '../../base/own-tables.js';
import { isError } from '../../base/errors/index.js';
import type { Finding } from '../draft/verifier.js';
import { describeRefusal } from './describe-refusal.js';
import { findEntityFaults } from './find-entity-faults.js';

/**
 * Declarations of entities that can be left out one by one, so that the rest of the entities can
 * still be read.
 */
const separable = [
  'relations',
  'indices',
  'uniques',
  'foreignKeys',
  'relationIds',
  'entityListeners',
] as const;
type Separable = (typeof separable)[number];

/** A declaration as a decorator stored it. */
export interface Declaration {
  readonly kind: Separable;
  readonly args: { readonly target: Function | string; readonly propertyName?: string };
}

/**
 * A data source that does not stop at the first entity that TypeORM refuses: it collects what is
 * wrong, so that one report contains all of it. The start ends with that report, so nothing reads
 * or writes by these entities.
 */
export class EntitySource extends DataSource {
  /** What is wrong with the entities; empty when TypeORM accepts all of them. */
  refusals: readonly Finding[] = [];

  /** @throws Error of TypeORM when no single declaration is to blame */
  protected override async buildMetadatas(): Promise<void> {
    const left: { readonly declaration: Declaration; readonly error: Error }[] = [];
    try {
      for (let error = await this.tryBuild(); error; error = await this.tryBuild()) {
        if (this.isBuilt) break;
        const declaration = await this.findCause(error);
        leaveOut(declaration);
        left.push({ declaration, error });
      }
    } finally {
      for (const { declaration } of left) putBack(declaration);
    }
    prefixOwnTables(this);
    this.refusals = [
      ...left.map(({ declaration, error }) => describeRefusal(declaration, error)),
      ...findEntityFaults(this, this.rejected),
    ];
  }

  /** TypeORM's error about metadata that is built, but that it does not accept. */
  private rejected: Error | undefined;
  private isBuilt = false;

  private async tryBuild(): Promise<Error | undefined> {
    const before = this.entityMetadatas;
    this.rejected = undefined;
    try {
      await super.buildMetadatas();
      this.isBuilt = true;
      return undefined;
    } catch (error) {
      if (!isError(error)) throw error;
      this.isBuilt = this.entityMetadatas !== before;
      if (this.isBuilt) this.rejected = error;
      return error;
    }
  }

  /** The declaration without which TypeORM does not fail in this way. */
  private async findCause(error: Error): Promise<Declaration> {
    for (const declaration of this.declarations()) {
      leaveOut(declaration);
      const other = await this.tryBuild();
      putBack(declaration);
      if (other?.message !== error.message) return declaration;
    }
    throw error;
  }

  private declarations(): readonly Declaration[] {
    const listed = new Set(Object.values(this.options.entities ?? []).flatMap(withParents));
    return separable.flatMap((kind) =>
      argumentsOf(kind)
        .filter(({ target }) => listed.has(target))
        .map((args) => ({ kind, args })),
    );
  }
}

/** Decorators of a parent class hold for its children. */
function withParents(entity: unknown): readonly unknown[] {
  return typeof entity === 'function'
    ? [entity, ...withParents(Object.getPrototypeOf(entity))]
    : [];
}

const argumentsOf = (kind: Separable): Declaration['args'][] =>
  (getMetadataArgsStorage() as unknown as Record<Separable, Declaration['args'][]>)[kind];

/** Each declaration's place among the others, which decides the order of columns. */
const places = new WeakMap<Declaration['args'], number>();

function leaveOut({ kind, args }: Declaration): void {
  const all = argumentsOf(kind);
  places.set(args, all.indexOf(args));
  all.splice(all.indexOf(args), 1);
}

function putBack({ kind, args }: Declaration): void {
  argumentsOf(kind).splice(places.get(args)!, 0, args);
}

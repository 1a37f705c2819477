import { getMetadataArgsStorage } from 'typeorm';
import type { Finding } from '../draft/verifier.js';
import type { Declaration } from './entity-source.js';

/** What decorators call each kind of declaration. */
const decorators: Readonly<Record<Declaration['kind'], string>> = {
  relations: 'relation',
  indices: '@Index',
  uniques: '@Unique',
  foreignKeys: '@ForeignKey',
  relationIds: '@RelationId',
  entityListeners: 'listener',
};

/** A declaration of an entity that TypeORM refuses, as a fault of that entity. */
export function describeRefusal({ kind, args }: Declaration, error: Error): Finding {
  const resource = typeof args.target === 'function' ? args.target.name : args.target;
  const member = args.propertyName ?? '';
  const leadsTo = kind === 'relations' ? targetOf(args) : undefined;
  if (leadsTo === undefined || isEntity(leadsTo))
    return {
      resource,
      member,
      wrong: `TypeORM does not accept the ${decorators[kind]}: ${withoutPeriod(error.message)}`,
      step: 'correct it in the entity',
    };
  const place = `${resource}.${member}`;
  if (typeof leadsTo !== 'function')
    return {
      resource,
      member,
      wrong: `${place} leads to ${leadsTo === null ? 'nothing' : `"${leadsTo}", which is not an entity`}`,
      instead: 'a function that returns the class of an entity',
    };
  return {
    resource,
    member,
    wrong: `${place} leads to ${leadsTo.name}, which is not an entity`,
    instead: `@Entity() above the class ${leadsTo.name}`,
  };
}

/**
 * The class or name that a relation leads to; `null` for none, as while modules import each other
 * in a circle.
 */
function targetOf(args: Declaration['args']): Function | string | null {
  const { type } = args as { readonly type?: unknown };
  const named: unknown = typeof type === 'function' ? callOrClass(type) : type;
  return typeof named === 'function' || typeof named === 'string' ? named : null;
}

const callOrClass = (type: Function): unknown =>
  isEntity(type) ? type : (type as () => unknown)();

const isEntity = (named: unknown): boolean =>
  getMetadataArgsStorage().tables.some(({ target }) => target === named);

const withoutPeriod = (text: string): string => text.replace(/\.$/, '');

import type { RequestContext } from '../../../authorization/request-context.js';
import type { WritableRelation } from '../../../registry/writable-relations.js';
import type { ValidWrite } from '../../../validation/validate-write.js';
import type { ListedBodies, ListedBody } from '../writing/bodies-validator.js';
import type { OwnedChildren } from './owned-children.js';

/** A related record to write: the body, and the state of the record when it was read. */
export interface Child extends ListedBody {
  /** The index of the parent among the records of the request. */
  readonly parent: number;
  /** The path of the record in the body. */
  readonly name: string;
}

/** The related records of one relation that a request writes. */
export interface ChildGroup {
  readonly relation: WritableRelation;
  /** The context of the related resource. */
  readonly context: RequestContext;
  readonly owned: OwnedChildren;
  readonly bodies: Omit<ListedBodies, 'elements'> & { readonly elements: readonly Child[] };
}

/** A group, and the valid values of its records, in their order. */
export interface ValidGroup extends ChildGroup {
  readonly valid: readonly ValidWrite[];
}

/** A record of a group, with its valid values. */
export interface ValidChild extends Child {
  readonly valid: ValidWrite;
}

/** Returns the records to store, and those to update. */
export function childrenOf({ bodies, valid }: ValidGroup): {
  readonly stores: readonly ValidChild[];
  readonly updates: readonly (ValidChild & { readonly before: object })[];
} {
  const children = bodies.elements.map((child, at) => ({ ...child, valid: valid[at]! }));
  return {
    stores: children.filter(({ before }) => before === null),
    updates: children.flatMap((child) =>
      child.before === null ? [] : [{ ...child, before: child.before }],
    ),
  };
}

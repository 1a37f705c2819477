import type { Decision } from '../../base/types/register.js';
import { RequestError } from '../../base/errors/index.js';
import { whenKnown, type Eventual } from '../../base/when-known.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { notDeleted, resolveCondition } from './resolve-condition.js';
import { allOf, NOTHING, type ResolvedCondition } from './resolved-condition.js';

/**
 * Decides what one user may do. Asks the policies at most once per resource, and remembers the
 * decisions for one request. Policies use all members of a resource, also for a view.
 *
 * @contract C4.4
 */
export class Authorizer {
  private readonly abilities = new Map<CompiledResource, Decision>();
  private readonly stores = new Map<CompiledResource, Decision>();
  private readonly scopes = new Map<CompiledResource, ResolvedCondition | null>();
  private readonly shown = new Map<CompiledResource, Map<unknown, Decision>>();

  constructor(readonly user: unknown) {}

  /** Whether the user may use the collection. */
  mayIndex(resource: CompiledResource): Decision {
    const ask = () => resource.policy.index?.(this.user) ?? false;
    return memoize(this.abilities, resource.full, ask);
  }

  /** @throws RequestError `unauthorized` when the collection's gate refuses */
  authorize(resource: CompiledResource): Eventual<void> {
    return whenKnown(this.mayIndex(resource), (mayIndex) => {
      if (!mayIndex) throw new RequestError('unauthorized');
    });
  }

  mayStore(resource: CompiledResource): Decision {
    const ask = () => resource.policy.store?.(this.user) ?? false;
    return memoize(this.stores, resource.full, ask);
  }

  /** Returns the condition for the rows that the user may see, without soft-deleted rows. */
  scope({ full: resource }: CompiledResource): ResolvedCondition {
    const known = this.scopes.get(resource);
    if (known) return known;
    if (known === null) throw new TypeError(`The scope of ${resource.name} refers to itself.`);
    this.scopes.set(resource, null);
    const scope = this.resolveScope(resource);
    this.scopes.set(resource, scope);
    return scope;
  }

  /** Returns the decisions of `show`, by the keys of the records. */
  shownOf(resource: CompiledResource): Map<unknown, Decision> {
    return memoize(this.shown, resource.full, () => new Map<unknown, Decision>());
  }

  /** Forgets the decisions of `show`, for a request that reads one part of its records after another. */
  forgetShown(): void {
    this.shown.clear();
  }

  private resolveScope(resource: CompiledResource): ResolvedCondition {
    const declared = resource.policy.scope?.(this.user);
    const visible = declared
      ? resolveCondition(declared, resource, (other) => this.scope(other))
      : NOTHING;
    return allOf([visible, notDeleted(resource)]);
  }
}

/** Returns the remembered result of the key, or computes and remembers it. */
export function memoize<Key, Result>(
  results: Map<Key, Result>,
  key: Key,
  compute: () => Result,
): Result {
  const known = results.get(key);
  if (known !== undefined) return known;
  const result = compute();
  results.set(key, result);
  return result;
}

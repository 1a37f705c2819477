import type { Deprecation, DeprecationOptions } from '../../definition/contracts/deprecation.js';
import { oncePer } from '../../base/once-per.js';
import type { CompiledResource } from './compiled-resource.js';

/** A deprecation as user interfaces receive it: what was not declared is null. @contract C17.1 */
export interface DescribedDeprecation {
  readonly since: string;
  readonly sunset: string | null;
  readonly use: string | null;
  readonly link: string | null;
}

export type DeprecationParts = Exclude<Deprecation, string>;

/** Returns a deprecation in its long form. */
export const deprecationParts = (deprecated: Deprecation): DeprecationParts =>
  typeof deprecated === 'string' ? { since: deprecated } : deprecated;

/** Returns the deprecation of a member with these options; `null` without one. */
export function deprecationOf({ deprecated }: DeprecationOptions): DescribedDeprecation | null {
  if (deprecated === undefined) return null;
  const { since, sunset = null, use = null, link = null } = deprecationParts(deprecated);
  return { since, sunset, use, link };
}

/** Returns the options of a member that requests can name; `undefined` for any other name. */
export const optionsNamed = (
  { fields, computed, inputs, relations }: CompiledResource,
  name: string,
): DeprecationOptions | undefined =>
  (fields.get(name) ?? computed.get(name) ?? inputs.get(name) ?? relations.get(name))?.options;

/**
 * Whether a request for the resource can use a deprecated member: one of its own, or one of a
 * resource that its relations lead to.
 */
export const canUseDeprecated = oncePer(({ full }: CompiledResource): boolean => {
  const reachable = new Set([full]);
  for (const { relations } of reachable)
    for (const member of relations.values())
      if (member.form === 'relation') reachable.add(member.resource);
  return [...reachable].some(hasDeprecated);
});

const hasDeprecated = (resource: CompiledResource): boolean => {
  const { fields, computed, inputs, relations, actions } = resource;
  const members = [fields, computed, inputs, relations].flatMap((each) => [...each.values()]);
  return [...members, ...actions].some(({ options }) => options.deprecated !== undefined);
};

/** Returns the sentences about a deprecation, for people and agents; an empty string without one. */
export function describeDeprecation(options: DeprecationOptions): string {
  const deprecation = deprecationOf(options);
  if (deprecation === null) return '';
  const { since, sunset, use, link } = deprecation;
  return [
    `Deprecated as of ${since}.`,
    ...(sunset === null ? [] : [`Will be removed on ${sunset}.`]),
    ...(use === null ? [] : [`Use ${use} instead.`]),
    ...(link === null ? [] : [`See ${link}.`]),
  ].join(' ');
}

/** Marks a described part of an interface, such as a schema, as deprecated if the member is. */
export function withDeprecation<Part extends { readonly description?: unknown }>(
  part: Part,
  options: DeprecationOptions | undefined,
): Part {
  const sentences = options ? describeDeprecation(options) : '';
  if (sentences === '') return part;
  const description = followedBy(part.description, sentences);
  return { ...part, description, deprecated: true };
}

/**
 * Returns a description of what takes names of a resource, such as `title` and `user.name`, with the
 * deprecated ones among them.
 */
export function withDeprecatedNames(
  description: string,
  resource: CompiledResource,
  names: readonly string[],
): string {
  const found = names.filter(
    (name) => optionsNamed(resource, name.split('.')[0]!)?.deprecated !== undefined,
  );
  if (found.length === 0) return description;
  return followedBy(description, `Deprecated: ${found.join(', ')}.`);
}

/** Adds sentences to a description, which may be missing, or end without a full stop. */
function followedBy(description: unknown, sentences: string): string {
  if (typeof description !== 'string' || description === '') return sentences;
  return `${description}${description.endsWith('.') ? '' : '.'} ${sentences}`;
}

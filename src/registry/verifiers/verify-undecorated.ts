import type { ResourceDraft } from '../draft/draft.js';
import { eachResource, faultAt } from './each-resource.js';
import { prototypeNamesOf } from '../draft/entity-members.js';

/**
 * Every public member of a resource has a decorator: one without would be missing in every
 * response. The compiler leaves no trace of a property that is only declared, unless it defines
 * class fields.
 */
export const verifyUndecorated = eachResource(function* (draft) {
  if (typeof draft.definition.entity !== 'function') return;
  const names = new Set([...prototypeNamesOf(draft.definition), ...propertiesOf(draft)]);
  for (const name of names) {
    if (draft.members.has(name)) continue;
    yield faultAt(
      draft,
      name,
      `the member "${name}" has no decorator, so it is not part of the API`,
      `${suggestDecorator(draft, name)}, or #${name} for a member of the class alone`,
    );
  }
});

/** The properties that an instance has; none where the constructor needs arguments. */
function propertiesOf({ definition }: ResourceDraft): readonly string[] {
  if (definition.length > 0) return [];
  const make = definition as unknown as new () => object;
  return Object.keys(new make());
}

function suggestDecorator({ definition, table, metadata }: ResourceDraft, name: string): string {
  const own = Object.getOwnPropertyDescriptor(definition.prototype, name);
  if (typeof own?.value === 'function') return `@Callable() ${name}(request, record) { ... }`;
  if (table?.columns.has(name)) return `@Field() ${name}`;
  if (metadata?.relations.some(({ propertyName }) => propertyName === name))
    return `a decorator of a relation, ${name}`;
  return `@Field(), @Input() or the decorator of a relation above ${name}`;
}

import type { MemberDefinition } from '../../definition/store/definition-store.js';
import type { ForwardingOptions } from '../../definition/contracts/options.js';
import { camelCase, findByWireName } from '../resources/names.js';
import { kindOfRelationship } from '../resources/relationship-kind.js';
import type { CompiledColumn } from '../resources/compiled-resource.js';
import type { AttributeDraft, FieldDraft, RelationDraft, ResourceDraft } from '../draft/draft.js';

type RelationMetadata = NonNullable<ResourceDraft['metadata']>['relations'][number];

/** Sorts the members of each resource: fields with their columns, relations, attributes. */
export function sortMembers(drafts: readonly ResourceDraft[]): void {
  for (const draft of drafts) {
    for (const [name, member] of draft.members) {
      if (member.kind === 'field') {
        draft.fields.push(describeField(draft, name, member));
      } else if (member.kind === 'input') {
        draft.inputs.push({ name, options: member.options });
      } else if (member.kind === 'relation') {
        draft.relations.push(describeRelation(name, member));
      } else if (member.kind === 'listed relation') {
        draft.relations.push(...listedRelation(draft, name));
      } else {
        const forwarded = member.kind === 'forwarding' ? forwardedRelation(draft, name) : undefined;
        if (forwarded) draft.relations.push(forwarded);
        else draft.attributes.push(describeAttribute(draft, name, member));
      }
    }
  }
}

/**
 * Only the entity's own property is meant by a listed name. What only the database writes is
 * read-only, and so is a listed column that fills itself.
 */
function describeField(
  { table }: ResourceDraft,
  name: string,
  { options, isListed }: Extract<MemberDefinition, { kind: 'field' }>,
): FieldDraft {
  const columns = table?.columns ?? new Map<string, CompiledColumn>();
  if (!isListed) {
    const column = findByWireName(columns, options.property ?? name);
    return fieldOf(name, options, column, column?.generated === true);
  }
  const column = columns.get(name);
  const fillsItself = column && column.filledBy !== null && column.filledBy !== 'default';
  return fieldOf(name, options, column, fillsItself === true || column?.generated === true);
}

const fieldOf = (
  name: string,
  options: FieldDraft['options'],
  column: CompiledColumn | undefined,
  isReadOnly: boolean,
): FieldDraft => ({
  name,
  options: isReadOnly ? { ...options, readOnly: true } : options,
  ...(column && { column }),
});

function describeRelation(
  key: string,
  { relation, resource, options }: Extract<MemberDefinition, { kind: 'relation' }>,
): RelationDraft {
  return {
    key,
    kind: relation,
    relationship: options.relationship ?? key,
    options,
    ...(resource && { resource }),
  };
}

/**
 * A forwarded name that is a relationship of the entity is that relation, served by a resource of
 * its entity.
 */
function forwardedRelation(draft: ResourceDraft, key: string): RelationDraft | undefined {
  const metadata = draft.metadata?.relations.find(
    ({ propertyName }) => propertyName === key || propertyName === camelCase(key),
  );
  if (!metadata) return undefined;
  const { needs: _columns, ...options } = draft.members.get(key)!.options as ForwardingOptions;
  return { ...relationOf(metadata, key), options };
}

/** The relation of a listed name; none if the entity does not have it, as a verifier reports. */
function listedRelation(draft: ResourceDraft, key: string): readonly RelationDraft[] {
  const metadata = draft.metadata?.relations.find(({ propertyName }) => propertyName === key);
  return metadata ? [{ ...relationOf(metadata, key), options: {}, isListed: true }] : [];
}

const relationOf = (metadata: RelationMetadata, key: string) => ({
  key,
  kind: kindOfRelationship(metadata),
  relationship: metadata.propertyName,
  leadsTo: metadata.inverseEntityMetadata.target,
});

function describeAttribute(
  draft: ResourceDraft,
  key: string,
  definition: AttributeDraft['definition'],
): AttributeDraft {
  return { key, definition, needs: needsOf(draft, definition.options.needs) };
}

/**
 * The columns behind a list of `needs`; every column when there is no list, the name itself where
 * there is no column.
 */
export function needsOf(
  draft: ResourceDraft,
  needs: readonly string[] | undefined,
): AttributeDraft['needs'] {
  const columns = draft.table?.columns ?? new Map<string, never>();
  return needs === undefined
    ? [...columns.values()]
    : needs.map((name) => columns.get(name) ?? name);
}

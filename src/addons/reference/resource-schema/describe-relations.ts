import { mayAllow } from '../../../pipeline/authorization/pivot-abilities.js';
import { pivotMembers } from '../../../pipeline/describing/pivot-members.js';
import { pivotSchemas } from '../openapi/schemas/records.js';
import { withItems } from '../openapi/schemas/ruled.js';
import type {
  CompiledRelated,
  CompiledRelation,
} from '../../../registry/resources/compiled-resource.js';
import { deprecationOf } from '../../../registry/resources/deprecation.js';
import { labelOf } from '../../../registry/resources/names.js';
import { isPivotRelation } from '../../../registry/resources/pivot-relations.js';
import type { JsonSchema } from '../../../base/json-schema.js';
import type { ResourceRequest } from '../../../base/types/register.js';
import type { DescribedField, DescribedRelation } from './described-resource.js';
import { kindOfColumn } from '../openapi/schemas/field-kinds.js';

/** Which changes of a relation the caller may make. */
type LinkRights = Pick<DescribedRelation, 'attach' | 'detach' | 'sync'>;

const NO_RIGHTS: LinkRights = { attach: false, detach: false, sync: false };

/** Describes a relation that the caller may use. @contract C17.1 */
export async function describeRelation(
  member: CompiledRelated,
  request: ResourceRequest,
): Promise<DescribedRelation> {
  const { key } = member;
  const deprecated = deprecationOf(member.options);
  if (member.form !== 'relation') {
    const computed = { key, kind: 'Computed', target: null, many: false };
    return { ...computed, deprecated, pivots: [], ...NO_RIGHTS };
  }
  const rights = await rightsOf(member, request);
  const { kind, many, resource } = member;
  return {
    key,
    kind,
    target: resource.key,
    many,
    deprecated,
    pivots: pivotsOf(member, rights, request),
    ...rights,
  };
}

async function rightsOf(member: CompiledRelation, request: ResourceRequest): Promise<LinkRights> {
  if (!isPivotRelation(member)) return NO_RIGHTS;
  const allowed = (operation: keyof LinkRights) =>
    mayAllow(member.abilities, operation, { ...request, operation });
  return {
    attach: await allowed('attach'),
    detach: await allowed('detach'),
    sync: await allowed('sync'),
  };
}

function pivotsOf(
  relation: CompiledRelation,
  { attach, sync }: LinkRights,
  request: ResourceRequest,
): readonly DescribedField[] {
  const operation = attach ? 'attach' : sync ? 'sync' : 'detach';
  const sent = isPivotRelation(relation)
    ? pivotMembers(relation, operation, { ...request, operation })
    : [];
  const schemas = new Map(sent.map(({ name, schema }) => [name, withItems(schema) as JsonSchema]));
  const read = pivotSchemas(relation);
  return relation.pivots.map(({ name, column }) => {
    const schema = schemas.get(name) ?? read[name]!;
    const values = allowedBy(read[name]!);
    return {
      name,
      label: labelOf(name),
      help: null,
      deprecated: null,
      kind: kindOfColumn(column, { values }),
      nullable: column.nullable,
      required: false,
      readable: true,
      writable: schemas.has(name),
      values,
      relation: null,
      schema,
    };
  });
}

const allowedBy = ({ enum: values }: JsonSchema): readonly unknown[] | null =>
  (values as readonly unknown[] | undefined)?.filter((value) => value !== null) ?? null;

import type { Authorizer } from '../../authorization/authorizer.js';
import { mayUpdateSome } from '../../authorization/authorize-write.js';
import { mayAllow } from '../../authorization/pivot-abilities.js';
import { pivotValues } from '../../reference/payloads/link-payload.js';
import { pivotSchemas } from '../../reference/schemas/records.js';
import type { CompiledRelated, CompiledRelation } from '../../registry/compiled-resource.js';
import { deprecationOf } from '../../registry/deprecation.js';
import { labelOf } from '../../registry/names.js';
import { isPivotRelation } from '../../registry/pivot-relations.js';
import { isWritable } from '../../registry/writable-relations.js';
import type { JsonSchema } from '../../rules/json-schema.js';
import type { ResourceRequest } from '../../types/register.js';
import type { DescribedField, DescribedRelation } from './described-resource.js';
import { kindOfColumn } from '../../reference/field-kinds.js';

/** A caller, who may or may not store or update some record of the resource itself. */
export interface WritingCaller {
  readonly authorizer: Authorizer;
  readonly isWritten: boolean;
}

/** Which changes of a relation the caller may make. */
type LinkRights = Pick<DescribedRelation, 'attach' | 'detach' | 'sync'>;

const NO_RIGHTS: LinkRights = { attach: false, detach: false, sync: false };

/** Describes a relation that the caller may use. @contract C17.1 */
export async function describeRelation(
  member: CompiledRelated,
  request: ResourceRequest,
  parent: WritingCaller,
): Promise<DescribedRelation> {
  const { key } = member;
  const deprecated = deprecationOf(member.options);
  if (member.form !== 'relation') {
    const computed = { key, kind: 'Computed', target: null, many: false, deprecated, pivots: [] };
    return { ...computed, ...NO_RIGHTS, writable: false };
  }
  const rights = await rightsOf(member, request);
  const { kind, many, resource } = member;
  const writable = isWritable(member) && (await mayWrite(member, parent));
  const pivots = pivotsOf(member, rights);
  return { key, kind, target: resource.key, many, deprecated, pivots, ...rights, writable };
}

/** Whether the caller may store some related record, or update one, together with a parent. */
async function mayWrite(
  { resource }: CompiledRelation,
  { authorizer, isWritten }: WritingCaller,
): Promise<boolean> {
  if (!isWritten) return false;
  return (await authorizer.mayStore(resource)) || mayUpdateSome(authorizer, resource);
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
): readonly DescribedField[] {
  const sent = isPivotRelation(relation) && (attach || sync) ? pivotValues(relation) : {};
  const read = pivotSchemas(relation);
  return relation.pivots.map(({ name, column }) => {
    const schema = plain(sent[name] ?? read[name]!);
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
      writable: name in sent,
      values,
      relation: null,
      schema,
    };
  });
}

const allowedBy = ({ enum: values }: JsonSchema): readonly unknown[] | null =>
  (values as readonly unknown[] | undefined)?.filter((value) => value !== null) ?? null;

/** Returns the schema without the keywords that only the OpenAPI document has. */
const plain = (schema: JsonSchema): JsonSchema =>
  Object.fromEntries(Object.entries(schema).filter(([keyword]) => !keyword.startsWith('x-')));

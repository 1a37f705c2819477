import type { INestApplicationContext } from '@nestjs/common';
import { authorizePivotRelation } from '../../authorization/pivot-abilities.js';
import type { ResourceClass } from '../../definition/resource-of.js';
import { allowedNames } from '../../errors/index.js';
import { PivotAuthorizer } from '../../modules/relations/pivot-authorizer.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import { isPivotRelation } from '../../registry/pivot-relations.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import { askedResource, isAllowed, keyIn, passGate, type AskedResource } from './asked-resource.js';
import { SeenRecords } from './seen-records.js';

/** What a policy decides about the records of a many-to-many relation. */
export const relationAbilities = ['attach', 'detach', 'sync'] as const;
export type RelationAbility = (typeof relationAbilities)[number];

/** Records of a relation of one record. */
interface Link {
  readonly id: string;
  readonly relation: string;
  readonly related: readonly object[];
}

/** Asks policies about attach, detach and sync as requests do, without changing anything. */
export class RelationAbilities {
  private readonly registry: ResourceRegistry;
  private readonly pivots: PivotAuthorizer;
  private readonly records: SeenRecords;

  constructor(app: INestApplicationContext) {
    this.registry = app.get(ResourceRegistry, { strict: false });
    this.pivots = app.get(PivotAuthorizer, { strict: false });
    this.records = new SeenRecords(app);
  }

  /**
   * Returns what the user may do with all of the related records. No records can only be synced.
   *
   * @throws TypeError if the resource has no such many-to-many relation
   */
  async of(
    user: object,
    definition: ResourceClass,
    record: object,
    relation: string,
    related: readonly object[],
  ): Promise<readonly RelationAbility[]> {
    const asked = askedResource(this.registry, user, definition);
    verifyRelation(asked.full, relation);
    const link = { id: keyIn(asked.full, record), relation, related };
    const allowed: RelationAbility[] = [];
    for (const ability of related.length > 0 ? relationAbilities : (['sync'] as const))
      if (await isAllowed(() => this.check(ability, asked, link))) allowed.push(ability);
    return allowed;
  }

  private async check(ability: RelationAbility, asked: AskedResource, link: Link): Promise<void> {
    const { id, relation, related } = link;
    const { context, request } = await passGate(this.registry, asked, ability, id);
    const { authorizer, resource } = context;
    const found = await authorizePivotRelation(resource, relation, request, authorizer);
    // Records that the policy does not use are not read by the authorizer.
    await this.records.get(authorizer, asked.full, id);
    const keys = related.map((record) => keyIn(found.resource, record));
    for (const key of keys) await this.records.get(authorizer, found.resource, key);
    await this.pivots.authorize({
      ...{ context, operation: ability, id, relation, related: null },
      ...{ queryString: '', languages: ['en'], body: { [relation]: keys } },
    });
  }
}

/** @throws TypeError */
function verifyRelation({ name, relations }: CompiledResource, relation: string): void {
  const names = [...relations.values()].filter(isPivotRelation).map(({ key }) => key);
  if (!names.includes(relation))
    throw new TypeError(
      `${name} has no many-to-many relation "${relation}".${allowedNames(relation, names)}`,
    );
}

import { resolveCondition } from '../../pipeline/authorization/resolve-condition.js';
import type { Database } from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { conditionSql } from '../../database/sql/parts/condition-sql.js';
import { valuesOf } from '../../database/sql/parts/fragment.js';
import type { UserOptions } from '../../options/resource-api-options.js';
import type { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import type { CompileFacts } from '../../modules/auth/fact-columns.js';
import { noScopes } from './find-condition-faults.js';

/**
 * Returns the compiler of facts about the user: conditions on the users' resource, selected as
 * columns by the statement that finds the token.
 *
 * @throws TypeError if no resource serializes the users' entity
 */
export function factsCompiler(
  registry: ResourceRegistry,
  database: Database,
  { entity, facts: declared = {} }: UserOptions,
): CompileFacts {
  return (alias) => {
    const conditions = Object.values(declared);
    if (conditions.length === 0) return { select: [], values: [] };
    const resource = registry.findByEntity(entity);
    if (!resource)
      throw new TypeError(`Facts about ${entity.name} require a resource of that entity.`);
    const dialect = dialects[database.dialect];
    const facts = conditions.map((condition) =>
      conditionSql(resolveCondition(condition, resource, noScopes), dialect),
    );
    return {
      select: facts.map((fact) => `case when ${fact.sql(alias)} then 1 else 0 end`),
      values: valuesOf(facts),
    };
  };
}

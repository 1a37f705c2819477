import type { Compilation } from '../../../registry/compile-resources.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { relationCells } from '../../../registry/relation-cells.js';
import { describeRoutes } from '../../../registry/describe-routes.js';
import type { MissingIndex } from '../../../registry/indexes/find-missing-indexes.js';
import type { Fault } from '../../../registry/draft/fault.js';

/** A resource, as `check --json` prints it. */
export interface ResourceData {
  readonly key: string;
  readonly class: string;
  readonly table: string;
  readonly fields: readonly string[];
  readonly routes: readonly {
    readonly method: string;
    readonly path: string;
    readonly operation: string;
  }[];
  readonly relations: readonly {
    readonly key: string;
    readonly kind: string;
    readonly leadsTo: string;
    readonly by: string;
  }[];
  readonly actions: readonly {
    readonly uriKey: string;
    readonly name: string;
    readonly scope: string;
    readonly destructive: boolean;
  }[];
}

/** The result of `check --json`. Without resources there are faults. */
export interface CheckData {
  readonly faults: readonly Fault[];
  readonly warnings: readonly Fault[];
  readonly resources: readonly ResourceData[];
  /** What the compared database lacks. */
  readonly missingIndexes: readonly MissingIndex[];
}

/** Returns faults, warnings and resources as data. */
export function checkData(
  { report, resources, missingIndexes }: Compilation,
  prefix: string,
  hasBulk: boolean,
): CheckData {
  const { faults, warnings } = report;
  const described = (resources ?? []).map((each) => dataOf(each, prefix, hasBulk));
  return { faults, warnings, resources: described, missingIndexes };
}

function dataOf(resource: CompiledResource, prefix: string, hasBulk: boolean): ResourceData {
  const { key, name, table, fields, relations, actions } = resource;
  return {
    key,
    class: name,
    table: table.name,
    fields: [...fields.keys()],
    routes: describeRoutes(resource, prefix, hasBulk),
    relations: [...relations.values()].map((relation) => {
      const [relationKey, kind, leadsTo, by] = relationCells(relation, resource);
      return { key: relationKey!, kind: kind!, leadsTo: leadsTo!, by: by! };
    }),
    actions: actions.map(({ uriKey, name: title, scope, options }) => ({
      uriKey,
      name: title,
      scope,
      destructive: options.destructive === true,
    })),
  };
}

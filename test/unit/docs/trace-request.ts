import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Authorizer } from '../../../src/pipeline/authorization/authorizer.js';
import type { Database, DialectName, Row } from '../../../src/database/connection/database.js';
import { dialects } from '../../../src/database/engines/dialects.js';
import type { LoadedNode, LoadedRelation } from '../../../src/database/read/loaded.js';
import { StatementRunner } from '../../../src/database/read/statement-runner.js';
import { NodeStatements } from '../../../src/database/sql/node-statements.js';
import type { ReadStatement } from '../../../src/database/dialects/read-statement.js';
import { BearerStrategy } from '../../../src/modules/auth/bearer.strategy.js';
import type { AuthenticationRequest } from '../../../src/options/authentication-provider.js';
import { RecordAuthorizer } from '../../../src/modules/records/authorizing/record-authorizer.js';
import { ReadRecords } from '../../../src/modules/records/reading/read-records.js';
import { Origin } from '../../../src/pipeline/authorization/request-origin.js';
import { OPTIONS, type ResolvedOptions } from '../../../src/options/resource-api-options.js';
import type { RecordPlan } from '../../../src/pipeline/planning/query-plan.js';
import type { CompiledResource } from '../../../src/registry/resources/compiled-resource.js';
import { ResourceRegistry } from '../../../src/registry/resources/resource-registry.js';
import { parseKey } from '../../../src/pipeline/request/parse-key.js';
import { parseResourceQuery, type ResourceQuery } from '../../../src/pipeline/request/index.js';

/** The stages of one request to show a record, up to the rows. */
export interface Trace {
  readonly query: ResourceQuery;
  readonly authorizer: Authorizer;
  /** The resources that the request reads, each once, in the order of the plan. */
  readonly resources: readonly CompiledResource[];
  readonly plan: RecordPlan;
  readonly loaded: LoadedNode;
  /** The statements for a database of that dialect, in order. */
  sent(dialect: DialectName): Promise<readonly SentStatement[]>;
}

export interface SentStatement {
  readonly sql: string;
  readonly values: readonly unknown[];
}

/** Sends a request through the use case, and keeps the results of the stages. */
export async function traceShow(
  app: NestFastifyApplication,
  token: string,
  [key, id, queryString]: readonly [string, string, string],
): Promise<Trace> {
  const get = <Service>(name: Parameters<typeof app.get>[0]): Service =>
    app.get<Service>(name, { strict: false });
  const options = get<ResolvedOptions>(OPTIONS);
  const resource = get<ResourceRegistry>(ResourceRegistry).get(key);
  const authorizer = new Authorizer(
    await get<BearerStrategy>(BearerStrategy).findUser(bearing(token)),
  );

  const query = parseResourceQuery(queryString, 'show', options.limits);
  const context = { resource, authorizer, languages: [], origin: new Origin('test', undefined) };
  const authorized = await get<RecordAuthorizer>(RecordAuthorizer).show({
    context,
    id,
    queryString,
  });
  const { node: loaded } = await get<ReadRecords>(ReadRecords).show(authorized);
  const plan = { ...loaded.plan, key: parseKey(id, resource.keyColumn)!, versioned: true };
  return {
    query,
    authorizer,
    resources: [...new Set(flatten(loaded).map((each) => each.plan.resource))],
    plan,
    loaded,
    sent: (dialect) => sentOn(dialect, plan, loaded),
  };
}

/** A node and those below it, level by level, as they are read. */
export function flatten(top: LoadedNode): readonly LoadedNode[] {
  const nodes: LoadedNode[] = [top];
  for (const node of nodes) nodes.push(...node.relations);
  return nodes;
}

/**
 * The statements of a record and its relations, sent by the runner in the round trips of the
 * loader.
 */
async function sentOn(
  dialect: DialectName,
  plan: RecordPlan,
  loaded: LoadedNode,
): Promise<readonly SentStatement[]> {
  const statements = new NodeStatements(dialects[dialect]);
  const levels: ReadStatement[][] = [[statements.record(plan)]];
  for (
    let nodes: readonly LoadedNode[] = [loaded];
    nodes.length > 0;
    nodes = nodes.flatMap(({ relations }) => relations)
  )
    levels.push(
      nodes.flatMap((parent) =>
        parent.relations.map((relation) => relatedTo(parent, relation, statements)),
      ),
    );
  const [record, first, ...deeper] = levels as [
    ReadStatement[],
    ReadStatement[],
    ...ReadStatement[][],
  ];
  const trips = dialects[dialect].together ? [[...record, ...first], ...deeper] : levels;
  const sent: SentStatement[] = [];
  const runner = new StatementRunner(listener(dialect, sent), dialects[dialect]);
  for (const trip of trips) await runner.runAll(trip);
  return sent;
}

const relatedTo = (
  { rows }: LoadedNode,
  relation: LoadedRelation,
  statements: NodeStatements,
): ReadStatement => statements.related(relation.plan, joiningValues(rows, relation));

/** A database that records its statements, and has no rows. */
const listener = (dialect: DialectName, sent: SentStatement[]): Database =>
  ({
    dialect,
    query(text: string, values: readonly unknown[] = []) {
      sent.push({ sql: text, values });
      return Promise.resolve([new Array(sent.length + 9).fill(null)]);
    },
  }) as unknown as Database;

const joiningValues = (rows: readonly Row[], { plan }: LoadedRelation): readonly unknown[] => [
  ...new Set(rows.map((row) => row[plan.parentIndex])),
];

const bearing = (token: string) =>
  ({ headers: { authorization: `Bearer ${token}` } }) as AuthenticationRequest;

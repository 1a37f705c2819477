import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Authorizer } from '../../src/pipeline/authorization/authorizer.js';
import { authorizeQuery } from '../../src/pipeline/authorization/authorize-query.js';
import { RecordLoader } from '../../src/database/read/record-loader.js';
import { ByteBudget } from '../../src/database/read/byte-budget.js';
import { RowBudget } from '../../src/database/read/row-budget.js';
import { EnvelopeWriter } from '../../src/serialization/envelope-writer.js';
import { RecordPage } from '../../src/serialization/results.js';
import {
  LoadedRecordMeta,
  RecordMetaSources,
  showFilters,
} from '../../src/modules/records/reading/loaded-record-meta.js';
import { Origin } from '../../src/pipeline/authorization/request-origin.js';
import { describeRequest } from '../../src/pipeline/authorization/request-context.js';
import { OPTIONS, type ResolvedOptions } from '../../src/options/resource-api-options.js';
import { planNode } from '../../src/pipeline/planning/plan-node.js';
import { planPage } from '../../src/pipeline/planning/plan-page.js';
import { ResourceRegistry } from '../../src/registry/resources/resource-registry.js';
import { parseResourceQuery } from '../../src/pipeline/request/parse-resource-query.js';

export const stageNames = ['parse', 'authorize', 'plan', 'execute', 'ask', 'serialize'] as const;
export type StageName = (typeof stageNames)[number];

/** Each stage of a request, with the output of the stage before it. */
export type Stages = Readonly<Record<StageName, () => unknown>>;

/**
 * An index of users, with the stages of `IndexRecords`, on SQLite, where rows are nested in
 * JavaScript.
 */
export async function prepareStages(
  app: NestFastifyApplication,
  queryString: string,
): Promise<Stages> {
  const options = app.get<ResolvedOptions>(OPTIONS);
  const resource = app.get(ResourceRegistry).find('users')!;
  const [loader, sources, writer] = [
    app.get(RecordLoader),
    app.get(RecordMetaSources),
    app.get(EnvelopeWriter),
  ];

  const parse = () => parseResourceQuery(queryString, 'index', options.limits);
  const query = parse();
  const context = () => ({
    resource,
    authorizer: new Authorizer({ id: 1 }),
    languages: [],
    origin: new Origin('bench', undefined),
  });
  const authorize = () => {
    const { authorizer, ...rest } = context();
    return authorizeQuery(
      resource,
      query,
      describeRequest({ authorizer, ...rest }, 'index', query, null),
      authorizer,
    );
  };
  const { authorizer, ...rest } = context();
  const request = describeRequest({ authorizer, ...rest }, 'index', query, null);
  const { filters: _filters, ...authorized } = await authorizeQuery(
    resource,
    query,
    request,
    authorizer,
  );
  const plan = () =>
    planPage(
      planNode(
        { resource, flagged: true, ...authorized },
        {
          authorizer,
          relatablePerPage: query.relatablePerPage,
          flagsRelated: false,
          linksToMore: false,
        },
      ),
      query.page.size as number,
      { by: 'number', number: 1, total: 'exact' },
    );
  const planned = plan();
  const execute = async () => {
    const { rowBudget, responseBytes } = options.limits;
    const budgets = {
      budget: new RowBudget(rowBudget),
      bytes: new ByteBudget(responseBytes, null),
    };
    const bounds = { ...budgets, ...showFilters(authorizer, sources.entities) };
    const page = await loader.page(planned, bounds);
    return { page, node: await loader.below(planned, page.rows, bounds, null) };
  };
  const { page, node } = await execute();
  const question = {
    authorizer,
    request,
    flagsRelated: false,
    hidden: new Set<string>(),
    isCommitted: false,
  };
  const ask = () => LoadedRecordMeta.load(node, sources, question);
  const recordMeta = await ask();
  const { total, isEstimated, hasMore } = page;
  const place = { by: 'number', number: 1, total, isEstimated, hasMore } as const;
  const facts = { size: planned.size, place, path: '/api/users', parameters: query.parameters };
  const found = new RecordPage(node, recordMeta, facts);
  return { parse, authorize, plan, execute, ask, serialize: () => found.write(writer) };
}

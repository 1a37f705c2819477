import { Injectable } from '@nestjs/common';
import {
  requestWith,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import type {
  CompiledOperations,
  CompiledResource,
  OperationName,
} from '../../../registry/resources/compiled-resource.js';
import { RecordPage, RecordResult, type RecordsResult } from '../../../serialization/results.js';
import type { Key } from '../../../base/types/register.js';
import type { ValidWrite } from '../../../pipeline/validation/validate-write.js';
import type { WriteBody } from '../../../pipeline/validation/write-body.js';
import { IndexRecords, type ListReader } from '../reading/index-records.js';
import { ReadPlans, type Planned } from '../reading/read-plans.js';
import { ReadRecords, type AuthorizedShow } from '../reading/read-records.js';
import { WrittenRecords } from '../reading/written-records.js';
import {
  RecordAuthorizer,
  type AuthorizedDelete,
  type AuthorizedStore,
  type AuthorizedUpdate,
  type Listed,
} from '../authorizing/record-authorizer.js';
import { asProperties } from '../lookups/column-values.js';
import { WriteRecords } from '../writing/write-records.js';
import { withValues } from './with-values.js';

type Values = Readonly<Record<string, unknown>>;

/** The body of an update. */
export interface SentUpdate {
  readonly body: WriteBody;
  /** As {@link SentUpdates.whole}. */
  readonly whole: boolean;
}

/**
 * The operations on the records of a resource, for requests that are authorized: those of the
 * framework, or the methods that a team replaces them by. HTTP and tools both call these, so a
 * replaced operation is replaced for both.
 *
 * @contract C4, C4.6
 */
@Injectable()
export class ResourceOperations {
  constructor(
    private readonly plans: ReadPlans,
    private readonly reads: ReadRecords,
    private readonly written: WrittenRecords,
    private readonly pages: IndexRecords,
    private readonly writes: WriteRecords,
    private readonly authorizer: RecordAuthorizer,
  ) {}

  /**
   * @param reader reads the page; omitted for a page of JSON
   * @throws RequestError `invalid_query`, `validation_failed`
   */
  async index(
    context: RequestContext,
    queryString: string,
    reader?: ListReader,
  ): Promise<RecordPage> {
    const { resource } = context;
    const planned = await this.plans.plan(context, queryString, 'index', null);
    const run = () => this.pages.read(planned, reader);
    const { index } = resource.operations;
    if (!index) return run();
    const result = await index(requestWith(planned.question.request, { run }));
    return getResult(RecordPage, result, resource, 'index');
  }

  /** @throws RequestError `invalid_query` past the budgets, `not_found`, `unavailable` */
  show(authorized: AuthorizedShow): Promise<RecordResult> {
    const { show } = authorized.planned.plan.resource.operations;
    const run = () => this.reads.show(authorized);
    return show ? this.replacedShow(show, authorized, run) : run();
  }

  private async replacedShow(
    show: NonNullable<CompiledOperations['show']>,
    { planned: { plan, question } }: AuthorizedShow,
    run: () => Promise<RecordResult>,
  ): Promise<RecordResult> {
    const result = await show(requestWith(question.request, { run }));
    return getResult(RecordResult, result, plan.resource, 'show');
  }

  /** @throws RequestError `invalid_query` past the row budget, `validation_failed`, `conflict` */
  async store(authorized: AuthorizedStore, body: WriteBody): Promise<RecordResult> {
    const { resource } = authorized.context;
    const { planned } = authorized;
    const [valid] = await this.writes.validateStore(authorized, [body]);
    const run = async (values: Values = {}) => {
      const written = withValues(resource, valid!, values, null);
      return this.written.recordResult(planned, await this.writes.store(authorized, [written]));
    };
    const { store } = resource.operations;
    if (!store) return run();
    const result = await store(this.writing(planned, valid!, { run }));
    return getResult(RecordResult, result, resource, 'store');
  }

  /** Stores several records. @throws RequestError as {@link store} @contract C13.5 */
  async storeMany(authorized: Listed<AuthorizedStore>): Promise<RecordsResult> {
    const { planned, bodies } = authorized;
    const valid = await this.writes.validateStore(authorized, bodies);
    return this.written.recordsResult(planned, await this.writes.store(authorized, valid));
  }

  /**
   * @throws RequestError `invalid_query` past the row budget, `not_found`, `unauthorized`,
   * `validation_failed`, `conflict`
   */
  async update(authorized: AuthorizedUpdate, { body, whole }: SentUpdate): Promise<RecordResult> {
    const { context, planned, records } = authorized;
    const { resource } = context;
    const { before: record } = records[0]!;
    const [valid] = await this.writes.validateUpdate(authorized, { bodies: [body], whole });
    const run = async (values: Values = {}) => {
      const written = withValues(resource, valid!, values, record);
      return this.written.recordResult(planned, await this.writes.update(authorized, [written]));
    };
    const { update } = resource.operations;
    if (!update) return run();
    const result = await update(this.writing(planned, valid!, { run, record }));
    return getResult(RecordResult, result, resource, 'update');
  }

  /** Updates several records. @throws RequestError as {@link update} @contract C13.5 */
  async updateMany(authorized: Listed<AuthorizedUpdate>): Promise<RecordsResult> {
    const { planned, bodies } = authorized;
    const valid = await this.writes.validateUpdate(authorized, { bodies, whole: false });
    return this.written.recordsResult(planned, await this.writes.update(authorized, valid));
  }

  /** Deletes one record, or several. @throws RequestError `not_found`, `unauthorized`, `conflict` */
  async delete(authorized: AuthorizedDelete): Promise<void> {
    const { context, request, records } = authorized;
    const run = () => this.writes.delete(authorized);
    const replaced = context.resource.operations.delete;
    if (!replaced) return run();
    const { key, before } = records[0]!;
    // A policy that does not use records has not read the record.
    const record = before ?? (await this.authorizer.getShown(context, key));
    await replaced(requestWith(request, { run, record }));
  }

  private writing<Members extends object>(planned: Planned, valid: ValidWrite, members: Members) {
    const respond = (key: Key) => this.written.respond(planned, key);
    const values = asProperties(valid.values);
    return requestWith(planned.question.request, { values, respond, ...members });
  }
}

/** @throws TypeError if a team's method returns anything else */
function getResult<Result>(
  Expected: abstract new (...args: never[]) => Result,
  result: unknown,
  { name }: CompiledResource,
  operation: OperationName,
): Result {
  if (result instanceof Expected) return result;
  throw new TypeError(
    `The operation "${operation}" of ${name} must return what request.run() returned` +
      `${operation === 'store' || operation === 'update' ? ', or request.respond()' : ''}.`,
  );
}

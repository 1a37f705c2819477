import { Inject, Injectable, Optional } from '@nestjs/common';
import { enterStage, inPart } from '../../base/work-trace.js';
import type { Key } from '../../base/types/register.js';
import { RequestError, RunFailure } from '../../base/errors/index.js';
import {
  DATABASE,
  type Database,
  type Row,
  type Transaction,
} from '../../database/connection/database.js';
import { dialects } from '../../database/engines/dialects.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { actionPlaceOf, takesRecords } from '../../pipeline/describing/action-members.js';
import { getKey } from '../../pipeline/request/parse-key.js';
import { parseObjectBody } from '../../pipeline/request/parse-object-body.js';
import { ReturnedResult } from '../../serialization/results.js';
import type { AuthorizedAction } from './action-authorizer.js';
import type { ActionContext, ActionInput } from './action-call.js';
import { ActionChunks, type ActionOutcome, type Chunk } from './action-chunks.js';
import { parseRepositories, refusedKeys } from './action-keys.js';
import { ActionPayload } from './action-payload.js';
import { selectFor, type ActionSelection } from './action-selection.js';
import { Attempt } from './attempt.js';
import { isFailure } from '../action-log/failures.js';
import { ChangeLog } from '../action-log/change-log.js';
import { ReadPlans } from '../records/reading/read-plans.js';
import { Effects } from '../records/writing/effects.js';
import { KeptRows } from '../records/lookups/kept-rows.js';
import { BackgroundRuns } from './background-runs.js';
import { maskFields } from './mask-fields.js';
import { RunAll, type RunCall } from './run-all.js';

/**
 * Runs an action: on listed records, on all of them, on the record of a path, or on none. Each call
 * of the handler is one transaction with locked records, which includes the log rows.
 *
 * @contract C6
 */
@Injectable()
export class RunAction {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly plans: ReadPlans,
    private readonly chunks: ActionChunks,
    private readonly all: RunAll,
    private readonly log: ChangeLog,
    private readonly effects: Effects,
    private readonly kept: KeptRows,
    @Optional() @Inject(BackgroundRuns) private readonly background?: BackgroundRuns,
  ) {}

  /**
   * Returns what the handler returned, or an {@link AcceptedRun} if it runs after the response.
   *
   * @throws RequestError `malformed_request`, `not_found`, `unauthorized`, `validation_failed`
   * @throws RunFailure with the error of an index action's handler; errors of other handlers are
   * thrown unchanged
   */
  async run(authorized: AuthorizedAction, input: ActionInput): Promise<ReturnedResult> {
    const context = await this.open(authorized, input);
    const { payload, action } = context;
    const background = this.backgroundFor(context);
    if (payload.passwords.length > 0 || (background && action.options.validate))
      await payload.validate(this.chunks.contextOf(context, null));
    if (!background) {
      const { json } = await this.runOpened(this.callOf(context));
      return new ReturnedResult(json);
    }
    return background.accept(context, {
      queryString: queryStringOf(authorized),
      body: maskFields(input.body, payload.passwords),
    });
  }

  /** Opens the action of a stored request again. Its current passwords were checked. */
  async reopen(authorized: AuthorizedAction, input: ActionInput): Promise<RunCall> {
    return this.callOf(await this.open(authorized, input, true));
  }

  /** Runs an opened action. */
  runOpened(call: RunCall): Promise<ActionOutcome> {
    const { action, resource } = call.context;
    const attributes = { 'resource_api.resource': resource.key };
    enterStage('write');
    return inPart({ name: `action ${action.uriKey}`, attributes }, () => this.runOn(call));
  }

  private callOf(context: ActionContext): RunCall {
    const kept = this.kept.find(context.resource);
    return { context, selection: selectFor(context, dialects[this.database.dialect], kept) };
  }

  /**
   * Returns who runs the action after the response; `undefined` if it runs in the request. That is
   * so at the path of a record, and for a request that is tried or bounded: its changes are counted
   * in one transaction.
   */
  private backgroundFor({
    key,
    action,
    prefersBackground = false,
    waits = false,
  }: ActionContext): BackgroundRuns | undefined {
    const isWanted = !waits && (action.options.background ?? prefersBackground);
    return isWanted && key === null && !this.effects.areCounted ? this.background : undefined;
  }

  private runOn(call: RunCall): Promise<ActionOutcome> {
    const { context, selection } = call;
    const { repositories } = context;
    if (repositories === 'all') return this.all.run(call);
    if (context.action.scope === 'standalone') return this.runAlone(context, selection);
    return repositories
      ? this.runOnListed(context, selection, repositories)
      : this.runOnRecord(context, selection);
  }

  /** Validates what can be validated before anything is read. @contract C4.3 */
  private async open(
    { action, query }: AuthorizedAction,
    { body = {}, ...input }: ActionInput,
    arePasswordsKnown = false,
  ): Promise<ActionContext> {
    const { context, request } = query;
    const { id } = request;
    const namesRecords = takesRecords(action, actionPlaceOf(request));
    const { repositories, ...members } = namesRecords ? parseObjectBody(body) : {};
    const planned = await this.plans.planAdmitted(query);
    const { limits } = this.options;
    return {
      planned,
      ...context,
      ...input,
      action,
      request,
      key: id === null ? null : getKey(id, context.resource.keyColumn),
      repositories: namesRecords
        ? parseRepositories(repositories, context.resource, limits.keys)
        : null,
      payload: new ActionPayload(
        action,
        namesRecords ? members : body,
        context.languages,
        arePasswordsKnown,
      ),
    };
  }

  /**
   * Runs the handler once for all listed keys. Keys that match no visible record are ignored.
   * @contract C6.3
   */
  private runOnListed(
    context: ActionContext,
    selection: ActionSelection,
    keys: readonly Key[],
  ): Promise<ActionOutcome> {
    return this.once(context, selection, refusedKeys, async (transaction) => {
      const rows = await selection.records.listed(transaction, keys);
      this.effects.noteSkipped(new Set(keys).size - rows.length);
      return rows;
    });
  }

  private runOnRecord(context: ActionContext, selection: ActionSelection): Promise<ActionOutcome> {
    return this.once(context, selection, unauthorized, (transaction) =>
      getRecord(context, selection, transaction),
    );
  }

  /**
   * At a record's path, the record must exist although the handler receives none.
   * @contract C6.2
   */
  private runAlone(context: ActionContext, selection: ActionSelection): Promise<ActionOutcome> {
    return this.once(context, selection, null, async (transaction) => {
      if (context.key !== null) await getRecord(context, selection, transaction);
      return [];
    });
  }

  private async once(
    context: ActionContext,
    selection: ActionSelection,
    refuse: Chunk['refuse'],
    read: (transaction: Transaction) => Promise<readonly Row[]>,
  ): Promise<ActionOutcome> {
    const attempt = new Attempt();
    try {
      const outcome = await this.database.transaction(async (transaction) =>
        this.chunks.run(context, transaction, {
          selection,
          rows: await read(transaction),
          refuse,
          begin: attempt.begin,
        }),
      );
      return outcome ?? { json: null, records: 0, refused: 0 };
    } catch (error) {
      if (isFailure(error)) await this.record(context, error);
      if (context.repositories === null || attempt.isRefusedBy(error, context.payload)) throw error;
      throw new RunFailure(error, { chunks: 0, records: 0 });
    }
  }

  private record({ action, resource, request, key }: ActionContext, error: unknown): Promise<void> {
    const isAlone = action.scope === 'standalone';
    return this.log.recordFailure(request, {
      name: action.uriKey,
      resource,
      key: isAlone ? null : key,
      error,
    });
  }
}

const queryStringOf = ({ query: { query } }: AuthorizedAction): string =>
  new URLSearchParams(
    query.parameters.map(([name, value]): [string, string] => [name, value]),
  ).toString();

const unauthorized = (): RequestError => new RequestError('unauthorized');

/** @throws RequestError `not_found` */
async function getRecord(
  { key }: ActionContext,
  { records }: ActionSelection,
  transaction: Transaction,
) {
  const rows = await records.listed(transaction, [key!]);
  if (rows.length === 0) throw new RequestError('not_found');
  return rows;
}

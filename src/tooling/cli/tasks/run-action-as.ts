import type { INestApplicationContext } from '@nestjs/common';
import { nearest } from '../../../base/errors/nearest.js';
import { RequestError } from '../../../base/errors/index.js';
import {
  ActionAuthorizer,
  type AuthorizedAction,
} from '../../../modules/actions/action-authorizer.js';
import type { ActionInput } from '../../../modules/actions/action-call.js';
import { RunAction } from '../../../modules/actions/run-action.js';
import { UserAccounts } from '../../../modules/auth/user-accounts.js';
import { Authorizer } from '../../../pipeline/authorization/authorizer.js';
import {
  contextFor,
  type RequestCaller,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import { Origin } from '../../../pipeline/authorization/request-origin.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import { UsageError } from '../program/errors.js';

/** An action to run, and for whom. */
export interface RequestedRun {
  readonly resource: string;
  readonly action: string;
  /** The identifier of the account. */
  readonly account: string;
  /** The keys of records, or all; `undefined` for a standalone action. */
  readonly repositories: readonly string[] | 'all' | undefined;
  readonly payload: object;
  /** Filters and other parameters, as over HTTP. */
  readonly query: string;
}

/**
 * Runs an action with the rights of an account, as a request over HTTP or a tool would.
 *
 * @returns the response as JSON; `null` if the handler returned nothing
 * @throws UsageError if there is no such account, resource or action, or it runs on other records
 * @throws RequestError, RunFailure
 */
export async function runActionAs(
  app: INestApplicationContext,
  run: RequestedRun,
  input: Omit<ActionInput, 'body'>,
): Promise<string | null> {
  const endings: (() => void)[] = [];
  try {
    const authorized = await authorize(app, run, (work) => void endings.push(work));
    verifyRecords(authorized, run);
    const { repositories, payload } = run;
    const body = repositories === undefined ? payload : { ...payload, repositories };
    const running = app.get(RunAction, { strict: false });
    return (await running.run(authorized, { ...input, body })).json;
  } finally {
    for (const work of endings) work();
  }
}

/** Checks the rights that the guards check over HTTP. */
async function authorize(
  app: INestApplicationContext,
  run: RequestedRun,
  onEnd: RequestCaller['onEnd'],
): Promise<AuthorizedAction> {
  const registry = app.get(ResourceRegistry, { strict: false });
  const user = await app.get(UserAccounts, { strict: false }).findByIdentifier(run.account);
  if (!user)
    throw new UsageError(
      `The account ${run.account} does not exist, or it is suspended or deleted.`,
    );
  const resource = findResource(registry, run.resource);
  const caller = {
    authorizer: new Authorizer(user),
    languages: [],
    origin: new Origin('cli', undefined),
    onEnd,
  };
  await caller.authorizer.authorize(resource);
  const queryString = queryStringOf(run);
  const asked = { operation: 'action', queryString, id: null } as const;
  const context = await contextFor(caller, resource, asked, registry);
  const authorizer = app.get(ActionAuthorizer, { strict: false });
  try {
    return await authorizer.run({ context, id: null, queryString });
  } catch (error) {
    if (!(error instanceof RequestError && error.code === 'not_found')) throw error;
    throw await describeUnknown(authorizer, context, run);
  }
}

function queryStringOf({ action, query }: RequestedRun): string {
  if (new URLSearchParams(query).has('action'))
    throw new UsageError('The option "--query" must not contain the parameter "action".');
  return [`action=${encodeURIComponent(action)}`, query].filter(Boolean).join('&');
}

function findResource(registry: ResourceRegistry, key: string): CompiledResource {
  const found = registry.find(key);
  if (found) return found;
  const keys = registry.resources.map((resource) => resource.key);
  throw new UsageError(`There is no resource "${key}".${allowed('Resources', key, keys)}`);
}

/** An action that the account may not see is treated as one that does not exist. @contract C6.2 */
async function describeUnknown(
  authorizer: ActionAuthorizer,
  context: RequestContext,
  { action, account }: RequestedRun,
): Promise<UsageError> {
  const actions = await authorizer.list({ context, id: null, queryString: '' });
  const names = actions.map(({ uriKey }) => uriKey);
  return new UsageError(
    `${context.resource.key} has no action "${action}" that ${account} may run on lists of records, or on none.${allowed('Actions', action, names)}`,
  );
}

function verifyRecords({ action }: AuthorizedAction, { repositories }: RequestedRun): void {
  const isAlone = action.scope === 'standalone';
  if (isAlone && repositories !== undefined)
    throw new UsageError(`${action.uriKey} runs on no records, so omit "--all" and "--keys".`);
  if (!isAlone && repositories === undefined)
    throw new UsageError(`${action.uriKey} runs on records, so add "--all" or "--keys".`);
}

function allowed(noun: string, written: string, names: readonly string[]): string {
  const meant = nearest(written, names);
  const question = meant === undefined ? '' : ` Did you mean "${meant}"?`;
  return `${question} ${noun}: ${names.length === 0 ? 'none' : names.join(', ')}.`;
}

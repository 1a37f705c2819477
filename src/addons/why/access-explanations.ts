import { Inject, Injectable } from '@nestjs/common';
import { invalidQuery, RequestError } from '../../base/errors/index.js';
import type { Operation, RequestOrigin } from '../../base/types/register.js';
import { UserAccounts } from '../../modules/auth/index.js';
import { UserTable } from '../../modules/auth/user-table.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { Authorizer } from '../../pipeline/authorization/authorizer.js';
import { contextFor, describeUnparsed } from '../../pipeline/authorization/request-context.js';
import { ResourceRegistry } from '../../registry/resources/resource-registry.js';
import { explanationFrom, type AccessExplanation } from './access-explanation.js';
import { parseQuestion, type AccessQuestion } from './access-question.js';
import { ActionAccess } from './action-access.js';
import type { AskedAccess, Asker, AccessFinding } from './asked-access.js';
import { FieldAccess } from './field-access.js';
import { missingMembers } from './missing-members.js';
import { RecordAccess } from './record-access.js';
import { RecordedDecisions } from './recorded-decisions.js';
import { RelationAccess } from './relation-access.js';
import { verifyMember } from './verify-member.js';

/**
 * Explains what an account may do, and which decisions say so. It calls the code that authorizes
 * requests and observes the decisions where they are made, so that an explanation cannot differ
 * from a request.
 *
 * @contract C18.1
 */
@Injectable()
export class AccessExplanations {
  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly registry: ResourceRegistry,
    private readonly accounts: UserAccounts<object>,
    private readonly users: UserTable,
    private readonly decisions: RecordedDecisions,
    private readonly records: RecordAccess,
    private readonly fields: FieldAccess,
    private readonly relations: RelationAccess,
    private readonly actions: ActionAccess,
  ) {}

  /**
   * @param caller who asks
   * @param key of the resource
   * @throws RequestError `not_found` for an unknown resource, and for everything if the caller may
   * not ask; `invalid_query`
   */
  async explain(
    caller: object,
    origin: RequestOrigin,
    key: string,
    queryString: string,
  ): Promise<AccessExplanation> {
    if (!this.mayAsk(caller, caller)) throw new RequestError('not_found');
    const question = parseQuestion(queryString);
    const resource = this.registry.get(key);
    verifyMember(resource, question);
    const user = question.user === null ? caller : await this.getAccount(caller, question.user);
    const asker = { caller, user, origin, resource };
    const { settled, made } = await this.decisions.record(() => this.find(asker, question));
    const finding = settled.status === 'fulfilled' ? settled.value : failureOf(settled.reason);
    // Asked after the recording, since these decisions are not steps of the request.
    const missing =
      finding.error === null ? await missingMembers(await this.prepare(asker, question)) : null;
    const asked = this.users.userKey(user);
    return explanationFrom({ resource, user: asked, question, made, finding, missing });
  }

  /** A promise that untyped code returns is not a yes. */
  private mayAsk(caller: object, account: object): boolean {
    return this.options.why?.can(caller, account) === true;
  }

  /** The error does not depend on whether the account exists. */
  private async getAccount(caller: object, written: string): Promise<object> {
    const key = this.users.parseKey(written);
    const account = key === undefined ? null : await this.accounts.findByKey(key);
    if (account && this.mayAsk(caller, account)) return account;
    throw invalidQuery(
      'user',
      `There is no active account with the key "${written}" that you may ask about.`,
    );
  }

  /**
   * Asks in the order of a request: the collection, the hidden members, then the rest. @contract
   * C4.3
   */
  private async find(asker: Asker, question: AccessQuestion): Promise<AccessFinding> {
    const asked = await this.prepare(asker, question);
    const { field, relation, action } = question;
    if (action !== null) return this.actions.find(asked, action);
    if (relation !== null) return this.relations.find(asked, relation);
    return field === null ? this.records.find(asked) : this.fields.find(asked, field);
  }

  /** @throws RequestError if the account may not use the collection */
  private async prepare(asker: Asker, question: AccessQuestion): Promise<AskedAccess> {
    const { user, origin, resource } = asker;
    const authorizer = new Authorizer(user);
    await authorizer.authorize(resource);
    const caller = { authorizer, origin, languages: [] };
    const [operation, queryString] = requestOf(question);
    const { id } = question;
    const request = describeUnparsed({ ...caller, resource }, operation, queryString, id);
    const named = { operation, queryString, id };
    const context = await contextFor(caller, resource, named, this.registry);
    return { asker, question, context, request, full: resource };
  }
}

/** Returns the operation and the query string of the request that a question is about. */
function requestOf({ operation, action }: AccessQuestion): readonly [Operation, string] {
  if (operation === null) return ['action', `action=${encodeURIComponent(action!)}`];
  return [operation === 'bulk' ? 'store' : operation, ''];
}

/** A policy that throws makes the request fail. */
const failureOf = (error: unknown): AccessFinding => ({
  error: error instanceof RequestError ? error.code : 'server_error',
  steps: [],
});

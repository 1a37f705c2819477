import { Injectable } from '@nestjs/common';
import { Authorizer } from '../../authorization/authorizer.js';
import { describeUnparsed } from '../../authorization/request-context.js';
import { invalidQuery, RequestError } from '../../errors/index.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import { ResourceRegistry } from '../../registry/resource-registry.js';
import type { Operation, RequestOrigin } from '../../types/register.js';
import { UserTable } from '../auth/user-table.js';
import { ViewedAccounts } from '../view-as/viewed-accounts.js';
import { explanationFrom, type AccessExplanation } from './access-explanation.js';
import type { AccessQuestion } from './access-question.js';
import { ActionAccess } from './action-access.js';
import type { AskedAccess, Finding } from './asked-access.js';
import { FieldAccess } from './field-access.js';
import { missingMembers } from './missing-members.js';
import { recordDecisions } from './record-decisions.js';
import { RecordAccess } from './record-access.js';
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
    private readonly registry: ResourceRegistry,
    private readonly accounts: ViewedAccounts,
    private readonly users: UserTable,
    private readonly records: RecordAccess,
    private readonly fields: FieldAccess,
    private readonly relations: RelationAccess,
    private readonly actions: ActionAccess,
  ) {}

  /** @throws RequestError `not_found` for an unknown resource, `invalid_query` */
  async explain(
    caller: object,
    origin: RequestOrigin,
    key: string,
    question: AccessQuestion,
  ): Promise<AccessExplanation> {
    const resource = this.registry.get(key);
    verifyMember(resource, question);
    const user = question.user === null ? caller : await this.getAccount(question.user);
    const { settled, made } = await recordDecisions(() =>
      this.ask(resource, question, user, origin),
    );
    const finding = settled.status === 'fulfilled' ? settled.value : failureOf(settled.reason);
    // Asked after the recording, since these decisions are not steps of the request.
    const missing =
      finding.error === null
        ? await missingMembers(await this.prepare(resource, question, user, origin))
        : null;
    const parts = { resource, user: this.users.keyOf(user), question, made, finding, missing };
    return explanationFrom(parts);
  }

  private async getAccount(key: string): Promise<object> {
    const account = await this.accounts.find(key);
    if (!account) throw invalidQuery('user', `There is no active account with the key "${key}".`);
    return account;
  }

  /**
   * Asks in the order of a request: the collection, the hidden members, then the rest. @contract
   * C4.3
   */
  private async ask(
    full: CompiledResource,
    question: AccessQuestion,
    user: object,
    origin: RequestOrigin,
  ): Promise<Finding> {
    return this.find(await this.prepare(full, question, user, origin));
  }

  /** @throws RequestError if the account may not use the collection */
  private async prepare(
    full: CompiledResource,
    question: AccessQuestion,
    user: object,
    origin: RequestOrigin,
  ): Promise<AskedAccess> {
    const authorizer = new Authorizer(user);
    await authorizer.authorize(full);
    const context = { resource: full, authorizer, origin };
    const request = describeUnparsed(context, ...requestOf(question), question.id);
    const resource = await this.registry.seenBy(request, full);
    return { question, context: { ...context, resource }, request, full };
  }

  private find(asked: AskedAccess): Promise<Finding> {
    const { field, relation, action } = asked.question;
    if (action !== null) return this.actions.find(asked, action);
    if (relation !== null) return this.relations.find(asked, relation);
    return field === null ? this.records.find(asked) : this.fields.find(asked, field);
  }
}

/** Returns the operation and the query string of the request that a question is about. */
function requestOf({ operation, action }: AccessQuestion): readonly [Operation, string] {
  if (operation === null) return ['action', `action=${encodeURIComponent(action!)}`];
  return [operation === 'bulk' ? 'store' : operation, ''];
}

/** A policy that throws makes the request fail. */
const failureOf = (error: unknown): Finding => ({
  error: error instanceof RequestError ? error.code : 'server_error',
  steps: [],
});

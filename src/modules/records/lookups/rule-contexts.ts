import { Inject, Injectable } from '@nestjs/common';
import { RecordLocks } from '../../../database/write/record-locks.js';
import type { ResourceRequest } from '../../../base/types/register.js';
import {
  DATABASE,
  type Database,
  type Transaction,
} from '../../../database/connection/database.js';
import { dialects } from '../../../database/engines/dialects.js';
import { ResourceRegistry } from '../../../registry/resources/resource-registry.js';
import type { RequestCaller } from '../../../pipeline/authorization/request-context.js';
import { memoize, type Authorizer } from '../../../pipeline/authorization/authorizer.js';
import { PasswordCheck } from '../../../rules/values/password-check.js';
import type { RowLookup, RuleContext } from '../../../rules/entries/rule-context.js';
import { RowLookups, type LookupSubject } from './row-lookups.js';

/** The caller whose values are validated, and the request. */
interface RuleCaller extends Pick<RequestCaller, 'authorizer' | 'languages'> {
  readonly request: ResourceRequest;
}

/** Builds the contexts in which rules validate values, for every operation. */
@Injectable()
export class RuleContexts {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly registry: ResourceRegistry,
    private readonly passwords: PasswordCheck,
    private readonly records: RecordLocks,
  ) {}

  /**
   * Returns the context of one validation.
   *
   * @param subject what is written; `null` if nothing is: rules then name their resource and field
   * @param transaction the open transaction, whose writes the rules see, or `null`
   */
  of(
    caller: RuleCaller,
    subject: LookupSubject | null,
    transaction: Transaction | null,
  ): RuleContext {
    const { request, authorizer, languages } = caller;
    const { single: rows } = this.rows(authorizer, subject, transaction);
    const isCurrentPassword = this.passwordCheck(authorizer, transaction);
    return { request, languages, rows, isCurrentPassword };
  }

  /**
   * Returns the function that returns the context of each body of a call, with its own row lookup.
   * Equal passwords are checked once.
   */
  ofBodies(
    { authorizer, languages }: RequestCaller,
    transaction: Transaction | null,
  ): (request: ResourceRequest, rows: RowLookup) => RuleContext {
    const check = this.passwordCheck(authorizer, transaction);
    const passwords = new Map<string, Promise<boolean>>();
    const isCurrentPassword = (password: string) =>
      memoize(passwords, password, () => check(password));
    return (request, rows) => ({ request, languages, rows, isCurrentPassword });
  }

  private passwordCheck(
    { user }: Authorizer,
    transaction: Transaction | null,
  ): RuleContext['isCurrentPassword'] {
    return (password) => this.passwords.isCurrent(user, password, transaction !== null);
  }

  /** Returns the row lookups of the bodies of one call, which look up together. */
  rows(
    authorizer: Authorizer,
    subject: LookupSubject | null,
    transaction: Transaction | null,
  ): RowLookups {
    const { registry, records } = this;
    const connection = transaction ?? this.database;
    const dialect = dialects[this.database.dialect];
    return new RowLookups({ connection, dialect, registry, records }, authorizer, subject);
  }
}

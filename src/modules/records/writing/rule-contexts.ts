import { Inject, Injectable } from '@nestjs/common';
import { RecordLocks } from '../../../execution/writes/record-locks.js';
import type { Authorizer } from '../../../authorization/authorizer.js';
import type { ResourceRequest } from '../../../types/register.js';
import { DATABASE, type Database, type Transaction } from '../../../execution/database/database.js';
import { dialects } from '../../../execution/dialects/index.js';
import { ResourceRegistry } from '../../../registry/resource-registry.js';
import { PasswordCheck } from '../../../rules/password-check.js';
import type { RowLookup, RuleContext } from '../../../rules/rule-context.js';
import { RecordLookup, type LookupSubject } from './row-lookup.js';

/** Whose values are checked, and in which request. */
interface RuleCaller {
  readonly request: ResourceRequest;
  readonly authorizer: Authorizer;
  /** Languages that the caller reads, the best first; English where none is told. */
  readonly languages?: readonly string[];
}

/** Tells rules what they may look at besides the values, for every operation that checks some. */
@Injectable()
export class RuleContexts {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly registry: ResourceRegistry,
    private readonly passwords: PasswordCheck,
    private readonly records: RecordLocks,
  ) {}

  /**
   * For one check.
   *
   * @param subject what is written; `null`: nothing is, and rules name the place where they look
   * @param transaction the one that the check belongs to, whose writes it sees; `null` where none
   * is under way
   */
  of(
    { request, authorizer, languages = [] }: RuleCaller,
    subject: LookupSubject | null,
    transaction: Transaction | null,
  ): RuleContext {
    return {
      request,
      languages,
      rows: this.rows(authorizer, subject, transaction),
      isCurrentPassword: (text) => this.passwords.isCurrent(authorizer.user, text, transaction),
    };
  }

  /** The rows that such a check looks into. */
  rows(
    authorizer: Authorizer,
    subject: LookupSubject | null,
    transaction: Transaction | null,
  ): RowLookup {
    const connection = transaction ?? this.database;
    const { registry, records } = this;
    return new RecordLookup(
      { connection, dialect: dialects[this.database.dialect], registry, records },
      authorizer,
      subject,
    );
  }
}

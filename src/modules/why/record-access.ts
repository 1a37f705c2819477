import { Inject, Injectable } from '@nestjs/common';
import { EVERYTHING } from '../../authorization/resolved-condition.js';
import { canShowAny, verifyShown } from '../../authorization/shown-records.js';
import { RequestError } from '../../errors/index.js';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { RecordLocks } from '../../execution/writes/record-locks.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { parseKey } from '../../request/parse-key.js';
import { RecordAuthorizer } from '../records/record-authorizer.js';
import type { AskedOperation } from './access-question.js';
import { ofPolicy, type AccessStep } from './access-step.js';
import { NOTHING_FOUND, type AskedAccess, type Finding } from './asked-access.js';

/** The methods of the policy that each operation asks, in their order. @contract C4.3 */
export const policyChains: Readonly<Record<AskedOperation | 'action', readonly string[]>> = {
  index: ['index', 'scope'],
  show: ['index', 'scope', 'show'],
  store: ['index', 'store'],
  update: ['index', 'scope', 'show', 'update'],
  delete: ['index', 'scope', 'show', 'delete'],
  attach: ['index'],
  detach: ['index'],
  sync: ['index'],
  bulk: ['index'],
  action: ['index'],
};

/** Asks whether an account may use a collection or a record: with the code of the guards. */
@Injectable()
export class RecordAccess {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly locks: RecordLocks,
    private readonly authorizer: RecordAuthorizer,
  ) {}

  /** @throws RequestError of the request */
  async find(asked: AskedAccess): Promise<Finding> {
    const { operation } = asked.question;
    if (operation === 'bulk') return this.bulk(asked);
    if (operation === 'index') return this.index(asked);
    if (operation === 'store') {
      await this.authorizer.store(asked.context, '');
      return this.replaced(asked);
    }
    return this.record(asked, operation as 'show' | 'update' | 'delete');
  }

  /**
   * Returns the record of the question, and the step of the scope.
   *
   * @throws RequestError `not_found` for a record that the scope does not contain
   */
  async locate(
    asked: AskedAccess,
    note: (step: AccessStep) => void,
  ): Promise<{ readonly record: object }> {
    const { full, question } = asked;
    const { authorizer } = asked.context;
    const scope = authorizer.scope(full);
    const key = parseKey(question.id!, full.keyColumn);
    const find = (condition: typeof scope) =>
      key === undefined ? undefined : this.locks.find(this.database, full, key, condition);
    const record = await find(scope);
    const exists = record !== undefined || (await find(EVERYTHING)) !== undefined;
    note(
      record
        ? ofPolicy(full, 'scope', 'allowed', 'The scope contains the record.')
        : ofPolicy(full, 'scope', 'hidden', exists ? OUTSIDE : 'There is no record with this key.'),
    );
    if (!record) throw new RequestError('not_found');
    return { record };
  }

  /** @throws RequestError `not_found` for a record that the account does not see */
  async see(asked: AskedAccess, note: (step: AccessStep) => void): Promise<object> {
    const { record } = await this.locate(asked, note);
    await verifyShown(asked.context.authorizer, asked.full, record);
    return record;
  }

  private async index(asked: AskedAccess): Promise<Finding> {
    const { full, context } = asked;
    const scope = context.authorizer.scope(full);
    const detail = { everything: 'Every record.', nothing: 'No record.' }[scope.kind as 'nothing'];
    await canShowAny(context.authorizer, full);
    const step = ofPolicy(full, 'scope', 'allowed', detail ?? 'The records of its condition.');
    return { error: null, steps: [step, ...this.replaced(asked).steps] };
  }

  private async record(
    asked: AskedAccess,
    operation: 'show' | 'update' | 'delete',
  ): Promise<Finding> {
    const steps: AccessStep[] = [];
    const { context, question } = asked;
    try {
      await this.locate(asked, (step) => steps.push(step));
      await this.authorizer[operation]({ context, id: question.id!, queryString: '' });
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      return { error: error.code, steps };
    }
    return { error: null, steps: [...steps, ...this.replaced(asked).steps] };
  }

  private bulk({ full }: AskedAccess): Finding {
    if (this.options.safeWrites.bulk) return NOTHING_FOUND;
    const step: AccessStep = {
      subject: full.key,
      check: 'safeWrites.bulk',
      source: 'options.safeWrites.bulk',
      outcome: 'hidden',
      detail: 'The deployment has switched bulk writes off.',
    };
    return { error: 'not_found', steps: [step] };
  }

  /** The code of an application can refuse more than the policy. */
  private replaced({ full, question }: AskedAccess): Finding {
    const { operation } = question;
    if (!full.operations[operation as 'index']) return NOTHING_FOUND;
    const source = `${full.options.operations?.name ?? full.name}.${operation}`;
    const detail = "The application's own code handles the operation and may refuse it.";
    const step = { ...ofPolicy(full, 'operation', 'not asked', detail), source };
    return { error: null, steps: [step] };
  }
}

const OUTSIDE = 'The record exists, but the scope does not contain it, or it is deleted.';

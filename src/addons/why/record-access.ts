import { Inject, Injectable } from '@nestjs/common';
import { Authorizer } from '../../pipeline/authorization/authorizer.js';
import type { ResolvedCondition } from '../../pipeline/authorization/resolved-condition.js';
import { canShowAny, isShown, verifyShown } from '../../pipeline/authorization/shown-records.js';
import { RequestError } from '../../base/errors/index.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { RecordLocks } from '../../database/write/record-locks.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { Key } from '../../base/types/register.js';
import { bulkOperationsOf } from '../../registry/resources/bulk-operations.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import { parseKey } from '../../pipeline/request/parse-key.js';
import { RecordAuthorizer } from '../../modules/records/authorizing/record-authorizer.js';
import type { AskedOperation } from '../../pipeline/describing/asked-operations.js';
import { ofPolicy, type AccessStep } from './access-step.js';
import { RecordedDecisions } from './recorded-decisions.js';
import { NOTHING_FOUND, type AskedAccess, type Asker, type AccessFinding } from './asked-access.js';

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
    private readonly decisions: RecordedDecisions,
  ) {}

  /** @throws RequestError of the request */
  async find(asked: AskedAccess): Promise<AccessFinding> {
    const { operation } = asked.question;
    if (operation === 'bulk') return this.bulk(asked);
    if (operation === 'index') return this.index(asked);
    if (operation === 'store') {
      await this.authorizer.store({ context: asked.context, queryString: '' });
      return this.replaced(asked);
    }
    return this.record(asked, operation as 'show' | 'update' | 'delete');
  }

  /**
   * Returns the record of the question, and the step of the scope.
   *
   * @throws RequestError `not_found` for a record that the scope does not contain
   */
  private async locate(asked: AskedAccess, note: (step: AccessStep) => void): Promise<object> {
    const { full, question, context, asker } = asked;
    const key = parseKey(question.id!, full.keyColumn);
    const scope = context.authorizer.scope(full);
    const record = key === undefined ? undefined : await this.findIn(full, key, scope);
    if (record) {
      note(ofPolicy(full, 'scope', 'allowed', 'The scope contains the record.'));
      return record;
    }
    const isSeen =
      key !== undefined && (await this.decisions.apart(() => this.isSeenBy(asker, key)));
    note(ofPolicy(full, 'scope', 'hidden', isSeen ? OUTSIDE : UNSEEN));
    throw new RequestError('not_found');
  }

  private async findIn(
    resource: CompiledResource,
    key: Key,
    scope: ResolvedCondition,
  ): Promise<object | undefined> {
    const [record] = await this.locks.find(this.database, resource, [key], scope);
    return record;
  }

  /** Whether the caller of the question sees the record, so that it may learn that it exists. */
  private async isSeenBy({ caller, resource }: Asker, key: Key): Promise<boolean> {
    const authorizer = new Authorizer(caller);
    if (!(await authorizer.mayIndex(resource))) return false;
    const record = await this.findIn(resource, key, authorizer.scope(resource));
    return record !== undefined && isShown(authorizer, resource, record);
  }

  /** @throws RequestError `not_found` for a record that the account does not see */
  async see(asked: AskedAccess, note: (step: AccessStep) => void): Promise<object> {
    const record = await this.locate(asked, note);
    await verifyShown(asked.context.authorizer, asked.full, record);
    return record;
  }

  private async index(asked: AskedAccess): Promise<AccessFinding> {
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
  ): Promise<AccessFinding> {
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

  private bulk({ full }: AskedAccess): AccessFinding {
    const isServed = bulkOperationsOf(full).length > 0;
    if (this.options.safeWrites.bulk && isServed) return NOTHING_FOUND;
    const step: AccessStep = {
      subject: full.key,
      check: 'safeWrites.bulk',
      source: 'options.safeWrites.bulk',
      outcome: 'hidden',
      detail: isServed
        ? 'The deployment has switched bulk writes off.'
        : 'The application replaces all operations that write many records.',
    };
    return { error: 'not_found', steps: [step] };
  }

  /** The code of an application can refuse more than the policy. */
  private replaced({ full, question }: AskedAccess): AccessFinding {
    const { operation } = question;
    if (!full.operations[operation as 'index']) return NOTHING_FOUND;
    const source = `${full.options.operations?.name ?? full.name}.${operation}`;
    const detail = "The application's own code handles the operation and may refuse it.";
    const step = { ...ofPolicy(full, 'operation', 'not asked', detail), source };
    return { error: null, steps: [step] };
  }
}

const OUTSIDE = 'The record exists, but the scope does not contain it.';
const UNSEEN = 'There is no record with this key that you see.';

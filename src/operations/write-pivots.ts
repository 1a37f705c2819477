import { Inject, Injectable } from '@nestjs/common';
import { authorizeEach, authorizePivotRelation, authorizeSync } from '../authorization/relation-gates.js';
import { RequestError } from '../errors/index.js';
import { DATABASE, type Database } from '../execution/database/database.js';
import { dialects } from '../execution/dialects/index.js';
import { EntityReader } from '../execution/entity-reader.js';
import { PivotEnds } from '../execution/pivots/pivot-ends.js';
import type { PivotRow } from '../execution/pivots/pivot-rows.js';
import { OPTIONS, type ResolvedOptions } from '../options/resource-api-options.js';
import { refusesDuplicates } from '../registry/pivot-pairs.js';
import type { KeyList } from '../request/parse-key-list.js';
import { parseKey } from '../request/parse-key.js';
import { parseObjectBody } from '../request/parse-object-body.js';
import { ChangeLog, type Change, type FailedOperation } from './change-log.js';
import { keyIn } from './column-values.js';
import { PivotAnswers } from './pivot-answers.js';
import type { PivotCall, PivotOperation, PivotVisit } from './pivot-call.js';
import { PivotChanges } from './pivot-changes.js';
import { explainPivotFault, retryTaken } from './pivot-faults.js';
import { openLink, type LinkedRecord, type PivotLink } from './pivot-link.js';
import { isFailure } from './failures.js';
import { flatOf, listOf, oneKey } from './pivot-lists.js';
import { compareRows, writtenRows, type PivotOutcome } from './pivot-outcome.js';
import { refuseAttached, refuseMissing } from './pivot-refusals.js';
import { PivotValidator } from './pivot-validator.js';
import { ReadRecords } from './read-records.js';

/**
 * Attach, sync and detach, and the pivot values of an attached record. Each runs in one transaction, in the order in
 * which C7.4 refuses: both ends are locked, the list is held against what the user may see, the policy is asked, pivot
 * values are validated, rows are written, and what became of them is logged and answered. Since all of it happens under
 * the locks, policies are asked once.
 *
 * @contract C7
 */
@Injectable()
export class WritePivots {
  private readonly ends: PivotEnds;
  private readonly changes: PivotChanges;

  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly reads: ReadRecords,
    private readonly validator: PivotValidator,
    private readonly answers: PivotAnswers,
    private readonly log: ChangeLog,
    entities: EntityReader,
  ) {
    const dialect = dialects[database.dialect];
    this.ends = new PivotEnds(dialect, entities);
    this.changes = new PivotChanges(dialect);
  }

  /**
   * What can be said of a call before anything is read.
   *
   * @throws RequestError `invalid_query`, `malformed_request`, then `not_found`
   * @contract C4.3
   */
  async admit({ visit, operation, id, relation, queryString, body, languages }: PivotCall): Promise<PivotVisit> {
    const request = this.reads.describeRequest(visit, queryString, operation, id);
    const members = parseObjectBody(body);
    const found = await authorizePivotRelation(visit.resource, relation, request, visit.access);
    return { request, id, relation: found, members, ...visit, languages };
  }

  /** Gives the answer as JSON. @throws RequestError `not_found`, `validation_failed`, `unauthorized`, `conflict` */
  attach(visit: PivotVisit): Promise<string> {
    const { relation, request } = visit;
    return this.write(visit, listOf(visit, 1, this.options.limits), async (link) => {
      refuseMissing(link);
      await authorizeEach(relation.gates.attach, request, link.parent, recordsOf(link));
      const before = await this.changes.of(link, link.linked);
      if (refusesDuplicates(relation)) refuseAttached(link, before);
      const { attached } = await this.validator.validate(link, { attached: link.linked, changed: [] }, flatOf(visit));
      const returned = await this.changes.attach(link, attached, before);
      const after = await this.changes.of(link, link.linked);
      await this.record(link, 'Attached', compareRows(link, before, after));
      return this.answers.returned(returned) ?? this.answers.rows(link, writtenRows(link, before, after));
    });
  }

  /** As {@link attach}. */
  sync(visit: PivotVisit): Promise<string> {
    const { relation, request } = visit;
    return this.write(visit, listOf(visit, 0, this.options.limits), async (link) => {
      refuseMissing(link);
      const keys = link.linked.map(({ listed }) => listed.key);
      await authorizeSync(relation.gates, request, link.parent, keys);
      const before = await this.changes.visible(link);
      const { attached, changed } = await this.validator.validate(link, partsOf(link, before), flatOf(visit));
      const listed = new Set(keysOf(link));
      await this.changes.detach(
        link,
        before.filter(({ key }) => !listed.has(key)),
      );
      this.changes.update(link, changed);
      await this.changes.attach(link, attached, []);
      const outcome = compareRows(link, before, await this.changes.visible(link));
      await this.record(link, 'Synced', outcome);
      return this.answers.outcome(outcome);
    });
  }

  /** Gives what a callback returned, as JSON; `null` otherwise. Throws as {@link attach}. */
  detach(visit: PivotVisit): Promise<string | null> {
    const { relation, request } = visit;
    return this.write(visit, listOf(visit, 1, this.options.limits), async (link) => {
      await authorizeEach(relation.gates.detach, request, link.parent, recordsOf(link));
      const before = await this.changes.of(link, link.linked);
      const returned = await this.changes.detach(link, before);
      await this.record(link, 'Detached', compareRows(link, before, await this.changes.of(link, link.linked)));
      return this.answers.returned(returned);
    });
  }

  /**
   * Changes the pivot values of every row of an attached record, by the policy and the rules of attach.
   *
   * @param related the related record's key, as the path has it
   */
  patch(visit: PivotVisit, related: string): Promise<string> {
    const { relation, request } = visit;
    return this.write(visit, oneKey(visit, related), async (link) => {
      const before = await this.changes.of(link, link.linked);
      if (before.length === 0) throw new RequestError('not_found');
      await authorizeEach(relation.gates.attach, request, link.parent, recordsOf(link));
      const { changed } = await this.validator.validate(link, { attached: [], changed: link.linked }, visit.members);
      this.changes.update(link, changed);
      const after = await this.changes.of(link, link.linked);
      await this.record(link, 'Attached', compareRows(link, before, after));
      return this.answers.row(link, after.at(-1)!);
    });
  }

  private async write<Answer>(
    visit: PivotVisit,
    list: KeyList,
    work: (link: PivotLink) => Promise<Answer>,
  ): Promise<Answer> {
    const writing = retryTaken((takesTurns) =>
      this.database.transaction(async (transaction) =>
        work(await openLink(transaction, this.ends, visit, list, takesTurns)),
      ),
    );
    return writing.catch(async (error: unknown) => {
      const explained = explainPivotFault(error, visit.relation);
      if (isFailure(error)) await this.log.recordFailure(visit.request, failureOf(visit, explained));
      throw explained;
    });
  }

  /** A write that changes nothing leaves no row. @contract C8.1 */
  private async record(link: PivotLink, name: Change['name'], { added, updated, removed }: PivotOutcome) {
    const { transaction, visit, parent } = link;
    const { resource, relation, request } = visit;
    const written = [...added, ...updated];
    if (written.length + removed.length === 0) return;
    const key = keyIn(parent, resource);
    const under = (keys: readonly string[]) => (keys.length > 0 ? { [relation.key]: keys } : {});
    const change = { name, resource, key, original: under(removed), changes: under(written) };
    await this.log.record(transaction, request, change);
  }
}

const recordsOf = ({ linked }: PivotLink): readonly object[] => linked.map(({ record }) => record);
const keysOf = ({ linked }: PivotLink): readonly string[] => linked.map(({ listed }) => String(listed.key));

/** Which of the listed records are new to the relation, and which were there. */
function partsOf({ linked }: PivotLink, before: readonly PivotRow[]) {
  const present = new Set(before.map(({ key }) => key));
  const isPresent = ({ listed }: LinkedRecord) => present.has(String(listed.key));
  return { attached: linked.filter((one) => !isPresent(one)), changed: linked.filter(isPresent) };
}

const loggedNames: Readonly<Record<PivotOperation, Change['name']>> = {
  attach: 'Attached',
  sync: 'Synced',
  detach: 'Detached',
};

/** What the log tells of a failure: about the parent, as of what was done. @contract C8.2 */
const failureOf = ({ resource, id, request }: PivotVisit, error: unknown): FailedOperation => ({
  name: loggedNames[request.operation as PivotOperation],
  resource,
  key: parseKey(id, resource.keyColumn) ?? null,
  error,
});

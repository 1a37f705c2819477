import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../authorization/request-context.js';
import { DATABASE, type Database } from '../../../execution/database/database.js';
import type { Key } from '../../../types/register.js';
import type { WrittenResponse } from '../../idempotency/written-response.js';
import { BoundedWrites } from './bounded-writes.js';
import { DryRuns, type TalliedResponse } from './dry-runs.js';
import { KeyedWrites, type PlainResponse, type WriteIdentity } from './keyed-writes.js';
import { RequiredVersions } from './required-versions.js';
import type { WriteTerms } from './write-terms.js';

/** A write, from HTTP or a tool, after the policy has allowed it. */
export interface SafeWrite {
  readonly terms: WriteTerms;
  /** Its resource is as the caller sees it. */
  readonly context: RequestContext;
  /**
   * Returns the key of the record whose version can be required.
   * @throws RequestError `malformed_request` for a write that is not about one record
   */
  readonly recordKey: () => Key;
  /** Passes what identifies the write beside its key; files of a form exist until the work ends. */
  readonly identified: <Result>(
    work: (identity: WriteIdentity) => Promise<Result>,
  ) => Promise<Result>;
  /** What the response contains that no policy can be asked about; `null` for records only. */
  readonly plain: PlainResponse | null;
  /** Writes. All of its transactions become parts of one. */
  readonly write: () => Promise<WrittenResponse>;
  /** Called before the response of an earlier call is returned. */
  readonly onReplay: () => void;
}

/**
 * Runs writes under their terms: a required version, an idempotency key, a dry run, and the most
 * records that may change.
 *
 * @contract C13
 */
@Injectable()
export class SafeWrites {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    private readonly versions: RequiredVersions,
    private readonly bounded: BoundedWrites,
    private readonly dryRuns: DryRuns,
    private readonly keyed: KeyedWrites,
  ) {}

  /** @throws RequestError `malformed_request`, `precondition_failed`, and those of each step */
  run(call: SafeWrite): Promise<WrittenResponse> {
    const { terms, context } = call;
    const write = async (): Promise<TalliedResponse> => {
      if (terms.ifMatch !== null)
        await this.versions.verify(terms.ifMatch, context.resource, call.recordKey());
      return this.bounded.run(terms, call.write);
    };
    if (terms.isDryRun) return this.dryRuns.run(context.resource.view, write);
    const writeOnly = async () => (await write()).response;
    const key = terms.idempotencyKey;
    if (key === null) return this.database.together(writeOnly);
    const { onReplay, plain } = call;
    return call.identified((identity) =>
      this.keyed.once({ context, key, identity, plain, write: writeOnly, onReplay }),
    );
  }
}

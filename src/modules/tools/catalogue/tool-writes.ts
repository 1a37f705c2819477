import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../authorization/request-context.js';
import { RequestError } from '../../../errors/index.js';
import type { ErrorBody } from '../../../http/describe-error.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import { parseKey } from '../../../request/parse-key.js';
import type { JsonSchema } from '../../../rules/json-schema.js';
import { EnvelopeWriter } from '../../../serialization/envelope-writer.js';
import { RecordResult, type ResourceResult } from '../../../serialization/results.js';
import type { Key } from '../../../types/register.js';
import type { WrittenResponse } from '../../idempotency/written-response.js';
import { KeyedWrites } from '../../records/safe-writes/keyed-writes.js';
import { SafeWrites } from '../../records/safe-writes/safe-writes.js';
import type { WriteTerms } from '../../records/safe-writes/write-terms.js';
import { without } from '../arguments/key-argument.js';
import { termNames, termSchemas, termsIn, type TermName } from '../arguments/write-terms.js';
import type { Caller } from './caller.js';
import type { ToolArguments, ToolCall, ToolOutcome } from './tool.js';

/** What a tool's call would write. */
export interface ToolWrite {
  readonly context: RequestContext;
  /** The key of the record that the call is about; `null` if it is not about one. */
  readonly id: string | null;
  /** The records of a call that names several. */
  readonly keys?: readonly Key[];
  /** Whether the result may be what the code of a team returned. */
  readonly isPlain?: boolean;
  /**
   * Runs the policy. Returns the write itself, whose result is `null` if there is no body.
   * @throws RequestError as the guards of the endpoint do
   */
  readonly authorize: () => Promise<() => Promise<ResourceResult | null>>;
}

/** A tool that writes. */
export interface WritingTool {
  readonly name: string;
  /** The arguments that demand something of the write. */
  readonly terms: ReadonlySet<TermName>;
  /**
   * @param args without the terms
   * @throws RequestError for arguments that name no resource or record
   */
  readonly open: (args: ToolArguments, terms: WriteTerms | null) => Promise<ToolWrite>;
}

/** The headers of a response that a result contains as members beside the body. */
const besides: readonly (readonly [header: string, member: string])[] = [
  ['etag', 'version'],
  ['batch-id', 'batch_id'],
];

/**
 * Runs the tools that write, under the terms of their arguments: the same as those of the headers
 * over HTTP, by the same code.
 *
 * @contract C13, C16.1, C16.2
 */
@Injectable()
export class ToolWrites {
  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly writes: SafeWrites,
    private readonly keyed: KeyedWrites,
    private readonly writer: EnvelopeWriter,
  ) {}

  /**
   * Returns the terms that a tool takes.
   * @param taken the names of its other arguments
   * @param isOfRecord whether it writes one record, which has a version
   */
  termsBeside(taken: { has(name: string): boolean }, isOfRecord: boolean): ReadonlySet<TermName> {
    return termNames(this.options.safeWrites, taken, isOfRecord);
  }

  schemasOf(terms: ReadonlySet<TermName>): Readonly<Record<string, JsonSchema>> {
    return termSchemas(terms);
  }

  /** @throws RequestError those of the terms, of the policy and of the write */
  async run({ caller, args }: ToolCall, tool: WritingTool): Promise<ToolOutcome> {
    const terms = termsIn(args, tool.terms);
    const own = without(args, [...tool.terms]);
    const opened = await tool.open(own, terms);
    if (terms === null) return outcomeOf(await this.write(caller, await opened.authorize()), false);
    const place = ['tool', tool.name];
    let isReplayed = false;
    const write = await this.authorize(opened, terms, place);
    const response = await this.writes.run({
      terms,
      context: opened.context,
      recordKey: () => getRecordKey(opened),
      identified: (work) => work({ place, content: [JSON.stringify(own)] }),
      plain: opened.isPlain ? { about: keysIn(opened) } : null,
      write: () => this.write(caller, write),
      onReplay: () => void (isReplayed = true),
    });
    return outcomeOf(response, isReplayed);
  }

  /**
   * A call whose records are gone may be the repetition of the one that deleted them. Without an
   * earlier result, it fails with the same error.
   */
  private async authorize(
    opened: ToolWrite,
    { idempotencyKey: key }: WriteTerms,
    place: readonly string[],
  ): Promise<() => Promise<ResourceResult | null>> {
    try {
      return await opened.authorize();
    } catch (error) {
      const { context, keys = keysIn(opened) } = opened;
      if (!(await this.keyed.hasResponse({ context, key, place, keys, error }))) throw error;
      return () => Promise.reject(error);
    }
  }

  private async write(
    { origin }: Caller,
    write: () => Promise<ResourceResult | null>,
  ): Promise<WrittenResponse> {
    const result = await write();
    const body = (await result?.write(this.writer)) ?? null;
    const version = result instanceof RecordResult ? result.version : undefined;
    const { writtenBatchId } = origin;
    const headers = {
      ...(version !== undefined && { etag: version }),
      ...(writtenBatchId !== null && { 'batch-id': writtenBatchId }),
    };
    return { status: 200, headers, body };
  }
}

/** Returns the key of the call's record; none if it is malformed. */
function keysIn({ context: { resource }, id }: ToolWrite): readonly Key[] {
  return id === null ? [] : [parseKey(id, resource.keyColumn) ?? []].flat();
}

/** @throws RequestError `malformed_request` for a call that is not about one record, `not_found` */
function getRecordKey(opened: ToolWrite): Key {
  if (opened.id === null)
    throw new RequestError('malformed_request', {
      errors: { if_match: ['if_match is only allowed in calls about one record.'] },
    });
  const [key] = keysIn(opened);
  if (key === undefined) throw new RequestError('not_found');
  return key;
}

function outcomeOf({ status, headers, body }: WrittenResponse, isReplayed: boolean): ToolOutcome {
  if (status >= 400) return { refusal: JSON.parse(body!) as ErrorBody };
  const members = besides.flatMap(([header, member]) =>
    headers[header] === undefined ? [] : [[member, headers[header]] as const],
  );
  return {
    json: body,
    beside: { ...Object.fromEntries(members), ...(isReplayed && { idempotency_replayed: true }) },
  };
}

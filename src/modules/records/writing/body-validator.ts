import { Inject, Injectable } from '@nestjs/common';
import {
  authorizeMembers,
  usableNames,
  type WriteOperation,
} from '../../../pipeline/authorization/authorize-write.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { RequestError } from '../../../base/errors/index.js';
import { isExpensive } from '../../../base/expensive.js';
import { oncePer } from '../../../base/once-per.js';
import { oneByOne, orElse, whenKnown, type Eventual } from '../../../base/when-known.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import type { ResourceRequest } from '../../../base/types/register.js';
import {
  validateWrite,
  type ValidWrite,
  type WriteValidation,
} from '../../../pipeline/validation/validate-write.js';
import { isNamed, type WriteBody } from '../../../pipeline/validation/write-body.js';
import type { RuleContext } from '../../../rules/entries/rule-context.js';
import type { ElementErrors } from '../authorizing/element-errors.js';
import type { RowLookups } from '../lookups/row-lookups.js';
import { keyIn } from '../lookups/column-values.js';
import { RuleContexts } from '../lookups/rule-contexts.js';
import { Transforms } from './transforms.js';
import { WriteFaults } from './write-faults.js';

/** The bodies of a write, one for each record. */
export interface WrittenBodies {
  readonly context: RequestContext;
  readonly operation: WriteOperation;
  /** Whether fields that are not sent are validated too. */
  readonly whole: boolean;
  readonly elements: readonly WrittenBody[];
  readonly errors: ElementErrors;
}

interface WrittenBody {
  /** The request as it is about the record of this body. */
  readonly request: ResourceRequest;
  readonly body: WriteBody;
  /** The stored record; `null` for a new one. */
  readonly before: object | null;
}

/**
 * Validates the bodies of a write. Their rules look values up together.
 *
 * @contract C4.1, C13.5
 */
@Injectable()
export class BodyValidator {
  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly contexts: RuleContexts,
    private readonly transforms: Transforms,
    private readonly faults: WriteFaults,
  ) {}

  /**
   * Returns the valid bodies in their order.
   *
   * @throws RequestError `validation_failed` with the faults of all bodies, or for too many values
   * of a list that take long to compute; `unauthorized`
   */
  async validate(write: WrittenBodies): Promise<readonly ValidWrite[]> {
    const { context, operation, whole, elements, errors } = write;
    const { limits } = this.options;
    const { resource } = context;
    const contextOf = this.contexts.ofBodies(context, null);
    const lookups = this.lookupsOf(
      context,
      elements.map(({ before }) => before),
    );
    // The bodies of new records share the request.
    const permitted = oncePer((request: ResourceRequest) =>
      permittedIn(context, operation, request),
    );
    const outcomes = await lookups.each((rows, at) => {
      const { request, body, before } = elements[at]!;
      const record = before as Readonly<Record<string, unknown>> | null;
      const ruleContext = contextOf(request, rows);
      const validate = (allowed: Permitted) => {
        context.deprecations?.noteNames(resource, namesIn(body, allowed));
        const rules = { ruleContext, limits };
        return validateWrite({ resource, operation, whole, body, record, ...allowed, ...rules });
      };
      return orElse<ValidWrite | RequestError>(
        () => whenKnown(permitted(request), validate),
        asRefusal,
      );
    });
    const failed = outcomes.map((each) => (each instanceof RequestError ? each : null));
    const error = errors.join(failed);
    if (error) throw error;
    const valid = outcomes as readonly ValidWrite[];
    if (errors.areListed) verifyCost(resource, valid, limits.expensiveValues, errors);
    return this.transforms.apply(context, valid);
  }

  /**
   * Explains an error of the database by the fields of the bodies.
   *
   * @param known the records that an update changes
   * @returns the error itself if the caller cannot correct it
   */
  explain(
    error: unknown,
    { context, errors }: Pick<WrittenBodies, 'context' | 'errors'>,
    known: readonly { readonly before: object }[],
    valid: readonly ValidWrite[],
  ): Promise<unknown> {
    const lookups = this.lookupsOf(
      context,
      valid.map((_each, at) => known[at]?.before ?? null),
    );
    return this.faults.ofBodies(error, context.resource, valid, lookups, errors);
  }

  private lookupsOf(
    { authorizer, resource }: RequestContext,
    known: readonly (object | null)[],
  ): RowLookups {
    const records = known.map((before) => before && { key: keyIn(before, resource), before });
    return this.contexts.rows(authorizer, { resource, written: { records } }, null);
  }
}

/** A body, and the request that writes it. */
export interface BodyOfWrite extends Pick<
  WriteValidation,
  'whole' | 'body' | 'record' | 'limits' | 'asStored'
> {
  readonly context: RequestContext;
  readonly operation: WriteOperation;
  readonly rules: RuleContext;
}

/**
 * Validates a body by the members that the caller may write in this request.
 * @throws RequestError `validation_failed`, `unauthorized`
 */
export async function validateBody({ context, rules, ...write }: BodyOfWrite): Promise<ValidWrite> {
  const { resource } = context;
  const permitted = await permittedIn(context, write.operation, rules.request);
  return validateWrite({ resource, ruleContext: rules, ...permitted, ...write });
}

type Permitted = Pick<WriteValidation, 'members' | 'relationNames'>;

/** Returns what the caller may send in this request. */
const permittedIn = (
  { resource, authorizer }: RequestContext,
  operation: WriteOperation,
  request: ResourceRequest,
): Eventual<Permitted> =>
  whenKnown(
    oneByOne([
      () => authorizeMembers(resource, operation, request),
      () => usableNames(resource, request, authorizer),
    ]),
    ([members, relationNames]) => ({ members, relationNames }),
  );

/** Returns the names in a body under which the caller may send something. */
const namesIn = (body: WriteBody, { members, relationNames }: Permitted): readonly string[] =>
  [...[...members.fields, ...members.inputs].map(({ name }) => name), ...relationNames].filter(
    (name) => isNamed(body, name),
  );

/** Returns the rejection of a body as a value, so that all bodies are validated. */
function asRefusal(error: unknown): RequestError {
  if (error instanceof RequestError) return error;
  throw error;
}

/**
 * Rejects a write that would compute for too long, before it begins.
 * @throws RequestError `validation_failed` @contract C12
 */
function verifyCost(
  { full: { fields } }: CompiledResource,
  valid: readonly ValidWrite[],
  max: number,
  errors: ElementErrors,
): void {
  const costly = [...fields.values()].filter(
    ({ options: { transform } }) => transform && isExpensive(transform),
  );
  const found = valid.flatMap(({ values }, at) =>
    costly
      .filter(({ column }) => (values.get(column) ?? null) !== null)
      .map(({ name }) => ({ at, name })),
  );
  const excess = found[max];
  if (!excess) return;
  const { at, name } = excess;
  const text = `The request may contain at most ${max} values that take long to compute, such as ${name}. It contains ${found.length}.`;
  throw errors.of(new RequestError('validation_failed', { errors: { [name]: [text] } }), at);
}

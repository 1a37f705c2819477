import { Inject, Injectable } from '@nestjs/common';
import type { WriteOperation } from '../../../pipeline/authorization/authorize-write.js';
import type { RequestContext } from '../../../pipeline/authorization/request-context.js';
import { RequestError } from '../../../base/errors/index.js';
import { isExpensive } from '../../../base/expensive.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { CompiledResource } from '../../../registry/resources/compiled-resource.js';
import type { ResourceRequest } from '../../../base/types/register.js';
import type { ValidWrite } from '../../../pipeline/validation/validate-write.js';
import type { WriteBody } from '../../../pipeline/validation/write-body.js';
import { onePasswordCheck, RuleContexts } from '../lookups/rule-contexts.js';
import { Transforms } from '../writing/transforms.js';
import { validateBody } from '../writing/validate-body.js';
import { WriteFaults } from '../writing/write-faults.js';
import { joinErrors } from '../writing/element-errors.js';

/** The bodies of a bulk write. */
export interface BulkBodies {
  readonly context: RequestContext;
  readonly operation: WriteOperation;
  readonly languages: readonly string[];
  readonly elements: readonly BulkElement[];
}

interface BulkElement {
  /** The request as it is about the record of this element. */
  readonly request: ResourceRequest;
  readonly body: WriteBody;
  /** The stored record; `null` for a new one. */
  readonly before: object | null;
}

/**
 * Validates the bodies of a bulk write as those of single writes, except that their rules look
 * values up together.
 *
 * @contract C13.5
 */
@Injectable()
export class BulkValidator {
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
   * that take long to compute; `unauthorized`
   */
  async validate(bodies: BulkBodies): Promise<readonly ValidWrite[]> {
    const { context, operation, languages, elements } = bodies;
    const { resource, authorizer } = context;
    const { limits } = this.options;
    const withOneCheck = onePasswordCheck();
    const outcomes = await this.lookupsOf(bodies).each((rows, at) => {
      const { request, body, before } = elements[at]!;
      const caller = { request, authorizer, languages };
      const rules = withOneCheck(this.contexts.with(caller, rows, null));
      const record = before as Readonly<Record<string, unknown>> | null;
      const whole = operation === 'store';
      return refusal(validateBody({ context, operation, whole, body, record, limits, rules }));
    });
    const valid = getValid(outcomes);
    verifyCost(resource, valid, limits.expensiveValues);
    return this.transforms.apply(context, valid);
  }

  /**
   * Explains an error of the database by the fields of the bodies.
   * @returns the error itself if the caller cannot correct it
   */
  async explain(
    error: unknown,
    bodies: BulkBodies,
    valid: readonly ValidWrite[],
  ): Promise<unknown> {
    const { resource } = bodies.context;
    const faults = await this.faults.ofBodies(error, resource, valid, this.lookupsOf(bodies));
    const written = valid.map(({ values }) => values);
    const statement = { table: resource.table, resource, written, records: valid.length };
    return joinErrors(faults) ?? this.faults.ofRows(error, statement, valid);
  }

  private lookupsOf({ context: { authorizer, resource }, elements }: BulkBodies) {
    const written = elements.map(({ before }) => before);
    return this.contexts.together(authorizer, resource, written);
  }
}

/** Returns the rejection of a body as a value, so that all bodies are validated. */
const refusal = (work: Promise<ValidWrite>): Promise<ValidWrite | RequestError> =>
  work.catch((error: unknown) => {
    if (error instanceof RequestError) return error;
    throw error;
  });

/**
 * Rejects a write that would compute for too long, before it begins.
 * @throws RequestError `validation_failed` @contract C12
 */
function verifyCost(
  { full: { fields } }: CompiledResource,
  valid: readonly ValidWrite[],
  max: number,
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
  throw new RequestError('validation_failed', { errors: { [`${at}.${name}`]: [text] } });
}

function getValid(outcomes: readonly (ValidWrite | RequestError)[]): readonly ValidWrite[] {
  const error = joinErrors(
    outcomes.map((outcome) => (outcome instanceof RequestError ? outcome : null)),
  );
  if (error) throw error;
  return outcomes as readonly ValidWrite[];
}

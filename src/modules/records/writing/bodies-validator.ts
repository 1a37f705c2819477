import { Inject, Injectable } from '@nestjs/common';
import type { WriteOperation } from '../../../authorization/authorize-write.js';
import { memoize } from '../../../authorization/authorizer.js';
import type { RequestContext } from '../../../authorization/request-context.js';
import { RequestError } from '../../../errors/index.js';
import { OPTIONS, type ResolvedOptions } from '../../../options/resource-api-options.js';
import type { RuleContext } from '../../../rules/rule-context.js';
import type { ResourceRequest } from '../../../types/register.js';
import type { ValidWrite, WriteValidation } from '../../../validation/validate-write.js';
import type { WriteBody } from '../../../validation/write-body.js';
import { joinErrors, orRejection, type ElementName } from './element-errors.js';
import { RuleContexts } from './rule-contexts.js';
import {
  dependOnRequest,
  membersOf,
  validateBody,
  withTransforms,
  type BodyMembers,
} from './validate-body.js';
import { explainBulkFault, explainFaultOfBodies } from './write-faults.js';

/** The bodies of one write, which are all of the same resource. */
export interface ListedBodies extends Pick<WriteValidation, 'supplied'> {
  readonly context: RequestContext;
  readonly languages: readonly string[];
  readonly elements: readonly ListedBody[];
}

/** The body of a record to store or to update. */
export interface ListedBody {
  /** The request as it is about the record of this element. */
  readonly request: ResourceRequest;
  readonly body: WriteBody;
  /** The stored record; `null` for a new one. */
  readonly before: object | null;
  /** Defaults to the element's index. */
  readonly name?: ElementName;
}

/**
 * Validates a list of bodies as those of single writes, except that their rules look values up
 * together.
 *
 * @contract C4.7, C13.5
 */
@Injectable()
export class BodiesValidator {
  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly contexts: RuleContexts,
  ) {}

  /**
   * Returns the valid bodies in their order.
   *
   * @throws RequestError `validation_failed` with the faults of all bodies, `unauthorized`
   */
  async validate(bodies: ListedBodies): Promise<readonly ValidWrite[]> {
    const { context, languages, elements, supplied } = bodies;
    const { resource, authorizer } = context;
    const { limits } = this.options;
    const passwords = new Map<string, Promise<boolean>>();
    const known = new KnownMembers(context);
    const outcomes = await this.lookupsOf(bodies).each(async (rows, at) => {
      const { request, body, before } = elements[at]!;
      const caller = { request, authorizer, languages };
      const rules = withCheckedOnce(passwords, this.contexts.with(caller, rows, null));
      const record = before as Readonly<Record<string, unknown>> | null;
      const whole = before === null;
      const operation: WriteOperation = whole ? 'store' : 'update';
      const members = await known.of(operation, request);
      return orRejection(
        validateBody({
          context,
          operation,
          whole,
          body,
          record,
          limits,
          rules,
          supplied,
          known: members,
        }),
      );
    });
    const valid = getValid(outcomes, bodies);
    const transformed: ValidWrite[] = [];
    for (const each of valid) transformed.push(await withTransforms(resource, each));
    return transformed;
  }

  /**
   * Explains an error of the database by the fields of the bodies.
   * @returns the error itself if the caller cannot correct it
   */
  async explain(
    error: unknown,
    bodies: ListedBodies,
    valid: readonly ValidWrite[],
  ): Promise<unknown> {
    if (error instanceof RequestError) return error;
    const { resource } = bodies.context;
    const faults = await explainFaultOfBodies(error, resource, valid, this.lookupsOf(bodies));
    return joinErrors(faults, nameIn(bodies)) ?? explainBulkFault(error);
  }

  private lookupsOf({ context: { authorizer, resource }, elements }: ListedBodies) {
    const written = elements.map(({ before }) => before);
    return this.contexts.together(authorizer, resource, written);
  }
}

/** Asks once what the caller may write, unless it depends on the request of each body. */
class KnownMembers {
  private readonly members = new Map<WriteOperation | ResourceRequest, Promise<BodyMembers>>();
  private readonly dependOnRequest: boolean;

  constructor(private readonly context: RequestContext) {
    this.dependOnRequest = dependOnRequest(context.resource);
  }

  of(operation: WriteOperation, request: ResourceRequest): Promise<BodyMembers> {
    const key = this.dependOnRequest ? request : operation;
    return memoize(this.members, key, () => membersOf(this.context, operation, request));
  }
}

/** Checks equal passwords once for all bodies. */
const withCheckedOnce = (
  passwords: Map<string, Promise<boolean>>,
  rules: RuleContext,
): RuleContext => ({
  ...rules,
  isCurrentPassword: (password) =>
    memoize(passwords, password, () => rules.isCurrentPassword(password)),
});

const nameIn =
  ({ elements }: ListedBodies) =>
  (at: number): ElementName =>
    elements[at]?.name ?? at;

function getValid(
  outcomes: readonly (ValidWrite | RequestError)[],
  bodies: ListedBodies,
): readonly ValidWrite[] {
  const rejected = outcomes.map((outcome) => (outcome instanceof RequestError ? outcome : null));
  const error = joinErrors(rejected, nameIn(bodies));
  if (error) throw error;
  return outcomes as readonly ValidWrite[];
}

import type { RequestContext } from '../../pipeline/authorization/request-context.js';
import type { ErrorCode } from '../../base/errors/index.js';
import type { CompiledResource } from '../../registry/resources/compiled-resource.js';
import type { RequestOrigin, ResourceRequest } from '../../base/types/register.js';
import type { AccessQuestion } from './access-question.js';
import type { AccessStep } from './access-step.js';

/** Who asks, about whose rights to which resource. */
export interface Asker {
  readonly caller: object;
  /** The account. */
  readonly user: object;
  readonly origin: RequestOrigin;
  readonly resource: CompiledResource;
}

/** A question after the gate of the collection. */
export interface AskedAccess {
  readonly asker: Asker;
  readonly question: AccessQuestion;
  /** With the resource as the account sees it. */
  readonly context: RequestContext;
  readonly request: ResourceRequest;
  /** The resource with all its members. */
  readonly full: CompiledResource;
}

/** The part of the explanation that the application does not decide. */
export interface AccessFinding {
  /** The code of the error that the request gets; `null` without an error. */
  readonly error: ErrorCode | null;
  /** Whether the request succeeds without the field of the question. */
  readonly isHidden?: boolean;
  /** What the declarations decide, in order. */
  readonly steps: readonly AccessStep[];
}

export const NOTHING_FOUND: AccessFinding = Object.freeze({ error: null, steps: [] });

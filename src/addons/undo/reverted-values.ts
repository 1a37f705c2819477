import { Inject, Injectable } from '@nestjs/common';
import { isWritten, type WriteOperation } from '../../pipeline/authorization/authorize-write.js';
import { RequestError, type ErrorTexts } from '../../base/errors/index.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type {
  CompiledField,
  CompiledResource,
} from '../../registry/resources/compiled-resource.js';
import type { ResourceRequest } from '../../base/types/register.js';
import { rulesOf } from '../../pipeline/validation/resource-rules.js';
import { jsonBody } from '../../pipeline/validation/write-body.js';
import { RuleContexts } from '../../modules/records/lookups/rule-contexts.js';
import { validateBody, type BodyOfWrite } from '../../modules/records/writing/body-validator.js';
import type { LoggedChange } from './logged-change.js';
import { keyIn } from '../../modules/records/lookups/column-values.js';
import { maintained } from './maintained-columns.js';
import { faultsIn, inverseRequest, type RevertGroup, type RunningRevert } from './revert-group.js';

/** A change whose old values are written again. */
export interface RevertedWrite {
  readonly change: LoggedChange;
  /** The record that is written; `null` if it is stored again. */
  readonly before: object | null;
}

/**
 * Verifies that a revert writes only what its caller could write in another way: the caller may
 * write the fields, the old values pass the rules that hold now, and the request contains the inputs
 * that the resource demands, such as the current password. Values that are stored in another form,
 * such as a hash, or that no request can contain, are not compared with the rules of their field.
 *
 * @contract C15.1
 */
@Injectable()
export class RevertedValues {
  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly contexts: RuleContexts,
  ) {}

  /**
   * @param operation the kind of write that the revert amounts to
   * @throws RequestError `unauthorized`; `validation_failed` with the faults of all records
   */
  async verify(
    running: RunningRevert,
    group: RevertGroup,
    operation: WriteOperation,
    writes: readonly RevertedWrite[],
  ): Promise<void> {
    const { authorizer } = running.context;
    const { resource } = group;
    const contextOf = this.contexts.ofBodies(running.context, running.transaction);
    const records = writes.map(({ before }) => before && { key: keyIn(before, resource), before });
    const subject = { resource, written: { records } };
    const lookups = this.contexts.rows(authorizer, subject, running.transaction);
    const faults = await lookups.each((rows, at) => {
      const rulesFor = (request: ResourceRequest) => contextOf(request, rows);
      return this.faultsOf(running, writes[at]!, operation, rulesFor);
    });
    const errors: ErrorTexts = Object.assign({}, ...faults) as ErrorTexts;
    if (Object.keys(errors).length > 0) throw new RequestError('validation_failed', { errors });
  }

  private async faultsOf(
    running: RunningRevert,
    { change, before }: RevertedWrite,
    operation: WriteOperation,
    rulesFor: (request: ResourceRequest) => BodyOfWrite['rules'],
  ): Promise<ErrorTexts> {
    const { resource, key } = change;
    const id = operation === 'store' ? null : String(key);
    const request = inverseRequest(running, resource, operation, id);
    const given = givenBy(change).filter(
      ([field]) => isWritten(field, resource, operation) && !maintained.has(field.column.filledBy),
    );
    await authorizeFields(resource, given, operation, request);
    try {
      await validateBody({
        context: { ...running.context, resource },
        operation,
        whole: false,
        body: jsonBody({ ...bodyOf(resource, given, operation), ...inputsOf(running, resource) }),
        record: before as Readonly<Record<string, unknown>> | null,
        asStored: new Set(
          given.flatMap((one) => (isConverted(one[0]) || hasNoForm(one, change) ? [one[0]] : [])),
        ),
        limits: this.options.limits,
        rules: rulesFor(request),
      });
      return {};
    } catch (error) {
      return faultsIn(error, change, running);
    }
  }
}

type Given = readonly (readonly [field: CompiledField, value: unknown])[];

/** Returns the fields that the revert writes, with their old values as in a body. */
function givenBy({ resource: { full }, row, snapshot }: LoggedChange): Given {
  const kept = snapshot.before ?? {};
  return [...full.fields.values()].flatMap((field) => {
    const { name, column } = field;
    if (Object.hasOwn(row.original, name)) return [[field, row.original[name]] as const];
    return Object.hasOwn(kept, column.name) ? [[field, kept[column.name]] as const] : [];
  });
}

/**
 * A field that the caller may not write, or that is hidden from the caller, cannot be set back
 * either. A stored record may have its default.
 *
 * @throws RequestError `unauthorized`
 */
async function authorizeFields(
  { fields }: CompiledResource,
  given: Given,
  operation: WriteOperation,
  request: ResourceRequest,
): Promise<void> {
  for (const [{ name, options }, value] of given) {
    if (fields.has(name) && ((await options.canWrite?.(request)) ?? true)) continue;
    const unset = operation === 'store' ? [null, await options.default?.(request)] : [];
    // The log contains keys as strings.
    if (!unset.map(String).includes(String(value))) throw new RequestError('unauthorized');
  }
}

/** Returns the body of the write, in which nobody has to repeat a value to confirm it. */
function bodyOf(
  resource: CompiledResource,
  given: Given,
  operation: WriteOperation,
): Readonly<Record<string, unknown>> {
  const { confirmations } = rulesOf(resource)[operation];
  return Object.fromEntries(
    given.flatMap(([{ name }, value]) =>
      [name, confirmations.get(name) ?? name].map((each) => [each, value]),
    ),
  );
}

/** Returns the members of the request's body that the resource declares as inputs. */
const inputsOf = (
  { given }: RunningRevert,
  { inputs }: CompiledResource,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(given).filter(([name]) => inputs.has(name)));

/** Whether the value can be stored again, but not sent: a date at infinity, for example. */
const hasNoForm = (
  [{ column }, value]: Given[number],
  { snapshot: { row } }: LoggedChange,
): boolean => value === null && (row?.[column.name] ?? null) !== null;

/** Whether the column contains another value than a body. */
const isConverted = ({ options }: CompiledField): boolean =>
  Boolean(options.transform) || options.image === true;

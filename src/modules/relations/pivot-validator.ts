import { Injectable } from '@nestjs/common';
import type {
  CompiledField,
  CompiledResource,
  PivotRelation,
} from '../../registry/resources/compiled-resource.js';
import { hasUniquePairs } from '../../registry/resources/pivot-relations.js';
import type { RuleContext } from '../../rules/entries/rule-context.js';
import {
  validatePivots,
  type GivenPivot,
  type PivotValues,
} from '../../pipeline/validation/validate-pivots.js';
import type { PivotChange } from './pivot-changes.js';
import { RequestError } from '../../base/errors/index.js';
import type { ListedKey } from '../../pipeline/request/parse-key-list.js';
import type { PivotContext } from './pivot-call.js';
import type { LinkedRecord, PivotLink } from './pivot-link.js';
import type { WrittenPairs } from '../records/lookups/row-lookups.js';
import { RuleContexts } from '../records/lookups/rule-contexts.js';

/** Validates the pivot values of a call, inside its transaction. @contract C7.4 */
@Injectable()
export class PivotValidator {
  constructor(private readonly contexts: RuleContexts) {}

  /**
   * Returns the records with their pivot values. For records to attach all fields are validated,
   * for others only the fields that were sent.
   *
   * @param flat the values that apply to every key
   * @throws RequestError `validation_failed`
   */
  async validate(
    link: PivotLink,
    {
      attached,
      changed,
    }: { readonly attached: readonly LinkedRecord[]; readonly changed: readonly LinkedRecord[] },
    flat: Readonly<Record<string, unknown>>,
  ): Promise<{
    readonly attached: readonly PivotChange[];
    readonly changed: readonly PivotChange[];
  }> {
    const { relation } = link.context;
    const given = [
      ...attached.map(({ listed }) => ({ listed, whole: true })),
      ...changed.map(({ listed }) => ({ listed, whole: false })),
    ];
    const values = await validatePivots({
      relation,
      given,
      flat,
      contextOf: (group) => this.contextOf(link, group),
    });
    const withValues = (linked: LinkedRecord): PivotChange => ({
      values: values.get(linked.listed)!,
      ...linked,
    });
    return { attached: attached.map(withValues), changed: changed.map(withValues) };
  }

  /**
   * Validates records to attach that have not been locked. Returns `null` if a value is invalid or a
   * rule looks something up: then they are validated again, inside the transaction.
   */
  async validateUnlocked(
    context: PivotContext,
    keys: readonly ListedKey[],
    flat: Readonly<Record<string, unknown>>,
  ): Promise<ReadonlyMap<ListedKey, PivotValues> | null> {
    const { relation } = context;
    const given = keys.map((listed) => ({ listed, whole: true }));
    const outside = { ...this.contexts.of(context, null, null), ...withoutLookups };
    try {
      return await validatePivots({ relation, given, flat, contextOf: () => outside });
    } catch (error) {
      if (error instanceof NeedsTransaction || error instanceof RequestError) return null;
      throw error;
    }
  }

  private contextOf(link: PivotLink, group: readonly GivenPivot[]): RuleContext {
    const { transaction, context } = link;
    const subject = {
      resource: asResource(context.relation),
      written: writtenPairsOf(link, group),
    };
    return this.contexts.of(context, subject, transaction);
  }
}

/** Rules look at rows as the transaction sees them. */
class NeedsTransaction extends Error {}

const lookUp = (): never => {
  throw new NeedsTransaction();
};
const withoutLookups: Pick<RuleContext, 'rows' | 'isCurrentPassword'> = {
  rows: { isTaken: lookUp, isVisible: lookUp },
  isCurrentPassword: lookUp,
};

/**
 * Returns the rows that the values of these keys are written to: the existing rows, unless
 * attaching adds another row.
 */
function writtenPairsOf(
  { linked, value, context }: PivotLink,
  group: readonly GivenPivot[],
): WrittenPairs {
  const { join } = context.relation;
  const listed = new Set(
    group.filter(({ whole }) => !whole || hasUniquePairs(join)).map((given) => given.listed),
  );
  const related = linked
    .filter((record) => listed.has(record.listed))
    .map((record) => record.value);
  return { join, parent: value, related };
}

/** A rule without a resource looks into the pivot table, at its own pivot field. */
function asResource({ resource, join, pivots }: PivotRelation): CompiledResource {
  const fields = pivots.map(({ name, column }): CompiledField => ({
    name,
    column,
    readable: true,
    rules: [],
    derived: [],
    matchable: null,
    options: {},
    omits: null,
  }));
  return {
    ...resource,
    table: join.table,
    fields: new Map(fields.map((field) => [field.name, field])),
  };
}

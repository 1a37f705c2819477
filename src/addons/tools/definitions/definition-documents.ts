import { Injectable } from '@nestjs/common';
import { shapingMembers } from '../../../pipeline/describing/query-members.js';
import { sendableMembers } from '../../../pipeline/describing/written-members.js';
import {
  actionDescriptor,
  type ActionDescriptor,
} from '../../../modules/actions/action-descriptor.js';
import { findActions } from '../../../modules/actions/find-action.js';
import {
  QueryCatalogue,
  type DescribedQuery,
} from '../../../modules/records/reading/query-catalogue.js';
import {
  describeUnparsed,
  type RequestContext,
} from '../../../pipeline/authorization/request-context.js';
import type {
  CompiledComputed,
  CompiledField,
  CompiledInput,
  CompiledRelated,
} from '../../../registry/resources/compiled-resource.js';
import { describeRule } from '../../../rules/entries/describe-rule.js';

/** A resource as the user may see it. */
export interface DescribedDefinition {
  readonly key: string;
  readonly keyType: string;
  readonly fields: readonly DescribedField[];
  readonly relations: readonly DescribedRelation[];
  readonly query: DescribedQuery;
  readonly actions: readonly ActionDescriptor[];
}

interface DescribedField {
  readonly name: string;
  readonly type: string;
  readonly readable: boolean;
  readonly writable: boolean;
  readonly rules: readonly string[];
}

interface DescribedRelation {
  readonly key: string;
  readonly kind: string;
  /** The key of the related resource; `null` for other data. */
  readonly resource: string | null;
  readonly pivots: readonly string[];
}

/** Describes definitions, limited to what the user may use. */
@Injectable()
export class DefinitionDocuments {
  constructor(private readonly catalogue: QueryCatalogue) {}

  async describe(context: RequestContext): Promise<DescribedDefinition> {
    const { resource } = context;
    const request = describeUnparsed(context, 'show', '', null);
    const store = describeUnparsed(context, 'store', '', null);
    const sendable = await sendableMembers(context, 'store', store);
    const writable = new Set(sendable.map(({ name }) => name));
    const { relations } = await shapingMembers(context, request);
    const actions = await findActions(context, describeUnparsed(context, 'action', '', null));
    return {
      key: resource.key,
      keyType: resource.keyColumn.type,
      fields: [
        ...[...resource.fields.values()]
          .map((field) => describeField(field, writable.has(field.name)))
          .filter(({ readable, writable: isWritable }) => readable || isWritable),
        ...[...resource.computed.values()].map(describeComputed),
        ...[...resource.inputs.values()].map(describeInput),
      ],
      relations: relations.map(describeRelation),
      query: await this.catalogue.describe(context, ''),
      actions: actions.map(actionDescriptor),
    };
  }
}

function describeField(
  { name, column, readable, rules: every, options }: CompiledField,
  writable: boolean,
): DescribedField {
  const rules = [...every, ...(options.storingRules ?? [])].map(describeRule);
  return { name, type: options.image ? 'image' : column.type, readable, writable, rules };
}

const describeComputed = ({ key, options: { type } }: CompiledComputed): DescribedField => ({
  name: key,
  type: typeof type === 'string' ? type : 'json',
  readable: true,
  writable: false,
  rules: [],
});

const describeInput = ({ name, options: { rules = [] } }: CompiledInput): DescribedField => ({
  ...{ name, type: 'json', readable: false, writable: true, rules: rules.map(describeRule) },
});

const describeRelation = (member: CompiledRelated): DescribedRelation =>
  member.form === 'relation'
    ? {
        key: member.key,
        kind: member.kind,
        resource: member.resource.key,
        pivots: member.pivots.map(({ name }) => name),
      }
    : { key: member.key, kind: member.form, resource: null, pivots: [] };

import { oncePer } from '../../base/once-per.js';
import type {
  CompiledField,
  CompiledResource,
  ValueType,
} from '../../registry/resources/compiled-resource.js';
import { derivedMessages } from '../../registry/resources/derive-rules.js';
import { compileRules, type RuleSource } from '../../rules/check/compile-rules.js';
import { withDecorators } from '../../rules/decorated/with-decorators.js';
import { parseRule } from '../../rules/entries/parse-rule.js';
import type { RuleSet } from '../../rules/entries/rule-context.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';

/** The rules of a resource's bodies. */
export interface ResourceRules {
  readonly store: RuleSet;
  readonly update: RuleSet;
}

/** Returns the rules of a resource, compiled once per resource. @contract C4.1 */
export const rulesOf = oncePer((resource: CompiledResource): ResourceRules => {
  const compile = (operation: keyof ResourceRules): RuleSet =>
    withDecorators(compileRules(ruleSourcesOf(resource, operation)), resource.definition);
  return { store: compile('store'), update: compile('update') };
});

const isUnique = (rule: RuleSpec): boolean => parseRule(rule).name === 'unique';

/**
 * The rules besides a field's `rules`. An update does not run the storing rules, except `unique`,
 * so that a taken value is reported in the same way.
 */
const furtherRules: Readonly<
  Record<keyof ResourceRules, (options: CompiledField['options']) => readonly RuleSpec[]>
> = {
  store: ({ storingRules = [] }) => storingRules,
  update: ({ storingRules = [] }) => storingRules.filter(isUnique),
};

/** Whether the field has the rule `unique`, also in `storingRules`. @contract C4.1 */
export const hasUniqueRule = ({ rules, options: { storingRules = [] } }: CompiledField): boolean =>
  [...rules, ...storingRules].some(isUnique);

/**
 * Returns the rules of a body's members by name: those of fields, including the ones that their
 * columns imply, and those of inputs.
 */
export function ruleSourcesOf(
  resource: CompiledResource,
  operation: keyof ResourceRules,
): Readonly<Record<string, RuleSource>> {
  const { fields, inputs } = resource;
  const sources = new Map<string, RuleSource>();
  for (const { name, column, rules, derived, options } of fields.values()) {
    const kind = options.image ? 'file' : kinds[column.type];
    sources.set(name, {
      rules: [...rules, ...furtherRules[operation](options)],
      ...(kind && !column.holdsKey && { kind }),
      messages: { ...derivedMessages(derived), ...options.messages },
    });
  }
  for (const { name, options } of inputs.values())
    sources.set(name, {
      rules: options.rules ?? [],
      ...(options.messages && { messages: options.messages }),
    });
  return Object.fromEntries(sources);
}

export const kinds: Readonly<Partial<Record<ValueType, NonNullable<RuleSource['kind']>>>> = {
  integer: 'number',
  bigint: 'number',
  decimal: 'number',
  float: 'number',
  text: 'string',
  uuid: 'string',
  boolean: 'boolean',
  datetime: 'date',
  date: 'date',
};

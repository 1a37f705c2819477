import type {
  CompiledColumn,
  CompiledField,
  CompiledResource,
  ValueType,
} from '../registry/compiled-resource.js';
import { compileRules, type RuleSource } from '../rules/compile-rules.js';
import { withDecorators } from '../rules/decorated/with-decorators.js';
import { parseRule } from '../rules/parse-rule.js';
import type { RuleSet } from '../rules/rule-context.js';
import type { RuleSpec } from '../rules/rule-types.js';

/** The rules of a resource's bodies. */
export interface ResourceRules {
  readonly store: RuleSet;
  readonly update: RuleSet;
}

const known = new WeakMap<CompiledResource, ResourceRules>();

/** Compiled once a resource. @contract C4.1 */
export function rulesOf(resource: CompiledResource): ResourceRules {
  const found = known.get(resource);
  if (found) return found;
  const compile = (operation: keyof ResourceRules): RuleSet =>
    withDecorators(compileRules(ruleSourcesOf(resource, operation)), resource.definition);
  const rules = { store: compile('store'), update: compile('update') };
  known.set(resource, rules);
  return rules;
}

const isUnique = (rule: RuleSpec): boolean => parseRule(rule).name === 'unique';

/**
 * What is asked besides a field's `rules`. An update does not run the storing rules, but a taken
 * value is told alike.
 */
const furtherRules: Readonly<
  Record<keyof ResourceRules, (options: CompiledField['options']) => readonly RuleSpec[]>
> = {
  store: ({ storingRules = [] }) => storingRules,
  update: ({ storingRules = [] }) => storingRules.filter(isUnique),
};

/** Does a taken value belong under the field, wherever the rule stands? @contract C4.1 */
export const hasUniqueRule = ({
  options: { rules = [], storingRules = [] },
}: CompiledField): boolean => [...rules, ...storingRules].some(isUnique);

/**
 * The rules of a body's members, by their names: those of fields with what their columns say, and
 * those of inputs.
 */
export function ruleSourcesOf(
  resource: CompiledResource,
  operation: keyof ResourceRules,
): Readonly<Record<string, RuleSource>> {
  const { fields, inputs } = resource;
  const sources = new Map<string, RuleSource>();
  for (const { name, column, options } of fields.values()) {
    const rules = [...(options.rules ?? []), ...furtherRules[operation](options)];
    const kind = options.image ? 'file' : kinds[column.type];
    sources.set(name, {
      rules: [...rules, ...(options.image ? [] : impliedRules(column, rules))],
      ...(kind && !column.holdsKey && { kind }),
      ...(options.messages && { messages: options.messages }),
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

const typeRules: Readonly<Partial<Record<ValueType, RuleSpec>>> = {
  integer: 'integer',
  float: 'numeric',
  text: 'string',
  uuid: 'uuid',
  boolean: 'boolean',
  datetime: 'date',
  date: 'date',
};

/**
 * What the column says by itself, unless a rule says it: its type, its length, and null where the
 * field has no rules.
 */
export function impliedRules(
  column: CompiledColumn,
  rules: readonly RuleSpec[],
): readonly RuleSpec[] {
  const names = rules.map((rule) => parseRule(rule).name);
  const implied: RuleSpec[] = [];
  const type = column.holdsKey ? undefined : typeRules[column.type];
  if (type !== undefined && !names.includes(type as string)) implied.push(type);
  if (type === 'string' && column.length !== null && !names.includes('max'))
    implied.push(`max:${column.length}`);
  if (rules.length === 0 && column.nullable) implied.push('nullable');
  return implied;
}

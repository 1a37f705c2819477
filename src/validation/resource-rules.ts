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

/** Returns the rules of a resource, compiled once per resource. @contract C4.1 */
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
 * The rules besides a field's `rules`. An update does not run the storing rules, except `unique`,
 * so that a taken value is reported in the same way.
 */
const furtherRules: Readonly<
  Record<keyof ResourceRules, (options: CompiledField['options']) => readonly RuleSpec[]>
> = {
  store: ({ storingRules = [] }) => storingRules,
  update: ({ storingRules = [] }) => storingRules.filter(isUnique),
};

/** Whether the field has the rule `unique`, in `rules` or `storingRules`. @contract C4.1 */
export const hasUniqueRule = ({
  options: { rules = [], storingRules = [] },
}: CompiledField): boolean => [...rules, ...storingRules].some(isUnique);

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
 * Returns the rules that the column implies, unless a rule sets them: its type, its length, and
 * `nullable` if the field has no rules.
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

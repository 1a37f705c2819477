import type { ParsedRule } from './parse-rule.js';
import { optionalString } from './parameters.js';
import type { RuleContext } from './rule-context.js';
import { defineRule, type RuleEntry } from './rule-entry.js';
import { inexact, type JsonSchema } from './json-schema.js';
import type { ValueKind } from './value-kind.js';
import type { BuiltRule } from './rule-types.js';

/** What a rule of a team's own learns besides the value. */
export interface RuleCheckContext extends RuleContext {
  /** The field's dotted path. */
  readonly field: string;
  /** What stands behind the colon of the rule; `null`: nothing. */
  readonly parameter: string | null;
  /** The value of another field, by its dotted path; `undefined` where it is absent. */
  sibling(path: string): unknown;
}

/**
 * A rule of a team's own, as a class: an injectable provider that `@ValidationRule` names, or a
 * class without dependencies that `checkedBy` takes. It is asked where all other rules of the field
 * passed, and never about null where the field is `nullable`.
 */
export interface RuleCheck {
  check(value: unknown, context: RuleCheckContext): boolean | Promise<boolean>;
  /** With `:attribute` and `:parameter`; one text, or one for each language, English among them. */
  readonly message: string | (Readonly<Record<string, string>> & { readonly en: string });
  /** What a value that passes is, so that `min` and `max` know what to measure. */
  readonly kind?: ValueKind;
  /** Accepts at least what `check` accepts. */
  readonly schema?: JsonSchema;
}

type RuleClass = new (...args: never[]) => RuleCheck;

const names = new WeakMap<object, string>();
const classes = new Map<string, RuleClass>();
const instances = new WeakMap<object, RuleCheck>();

/**
 * Names a provider as a rule: `@Injectable() @ValidationRule('isbn') class Isbn implements
 * RuleCheck`. The compiler learns of it by `declare module 'resource-api' { interface RuleCatalogue
 * { isbn: Rule<string> } }`.
 */
export const ValidationRule =
  (name: string) =>
  <T extends RuleClass>(target: T): void => {
    names.set(target, name);
    classes.set(name, target);
  };

/** The name that `@ValidationRule` gave a class; `undefined` where it gave none. */
export const ruleNameOf = (provider: object): string | undefined => names.get(provider);

/** The catalogue's entry of a provider that Nest has made. */
export function entryOfProvider(provider: object, instance: RuleCheck): RuleEntry {
  instances.set(provider, instance);
  return entryOf(names.get(provider)!, instance);
}

/** A rule by its class: what Nest made of it, else what its constructor makes without arguments. */
export const checkedBy = (rule: RuleClass, parameter?: string): BuiltRule => ({
  name: names.get(rule) ?? nameByClass(rule),
  arguments: [rule, ...(parameter === undefined ? [] : [parameter])],
});

/**
 * The entry of a rule that `checkedBy` built; `undefined` for any other, and for a class that only
 * Nest can make.
 */
export function entryOfClass({ name, arguments: [rule] }: ParsedRule): RuleEntry | undefined {
  if (!isRuleClass(rule)) return undefined;
  const instance = instances.get(rule) ?? instantiate(rule);
  return instance && entryOf(name, instance);
}

function instantiate(rule: RuleClass): RuleCheck | undefined {
  if (rule.length > 0) return undefined;
  const instance = new rule();
  instances.set(rule, instance);
  return instance;
}

/** The fault of a rule whose class is there, while no module provides it. */
export function unregisteredRule({ name, arguments: [built] }: ParsedRule) {
  const rule = isRuleClass(built) ? built : classes.get(name);
  return (
    rule && {
      wrong: `the rule "${name}" cannot be injected`,
      instead: names.has(rule)
        ? `${rule.name} among the providers of a module`
        : `@ValidationRule('${name}') on ${rule.name}, and ${rule.name} among the providers of a module`,
    }
  );
}

const isRuleClass = (value: unknown): value is RuleClass =>
  typeof value === 'function' &&
  typeof (value.prototype as Partial<RuleCheck> | undefined)?.check === 'function';

const nameByClass = ({ name }: RuleClass): string =>
  name
    .replace(/Rule$/, '')
    .replace(/(?<=[a-z0-9])(?=[A-Z])/g, '_')
    .toLowerCase();

const entryOf = (name: string, rule: RuleCheck): RuleEntry =>
  defineRule<string | null>({
    name,
    stage: 'lookup',
    parameter: optionalString,
    description: 'A rule of the deployment.',
    texts: typeof rule.message === 'string' ? { en: rule.message } : rule.message,
    placeholders: (parameter) => ({ parameter: parameter ?? '' }),
    ...(rule.kind && { kind: rule.kind }),
    passes: (value, parameter, facts, context) =>
      rule.check(value, {
        ...context,
        field: facts.path,
        parameter,
        sibling: (path) => facts.sibling(path),
      }),
    schema: () => inexact(rule.schema ?? {}),
  });

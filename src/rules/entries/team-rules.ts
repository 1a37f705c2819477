import type { ParsedRule } from './parse-rule.js';
import { optionalString } from './parameters.js';
import type { RuleContext } from './rule-context.js';
import { defineRule, type RuleEntry } from './rule-entry.js';
import { inexact, type JsonSchema } from '../../base/json-schema.js';
import type { ValueKind } from '../values/value-kind.js';
import type { BuiltRule } from './rule-types.js';

/** The context of a custom rule. */
export interface RuleCheckContext extends RuleContext {
  /** The field's dotted path. */
  readonly field: string;
  /** The part of the rule after the colon; `null` without a colon. */
  readonly parameter: string | null;
  /** Returns the value of another field by its dotted path; `undefined` if it is absent. */
  sibling(path: string): unknown;
}

/**
 * A custom rule as a class: an injectable provider that `@ValidationRule` names, or a class without
 * dependencies for `checkedBy`. It runs if all other rules of the field passed, and never for null
 * if the field is `nullable`.
 */
export interface RuleCheck {
  check(value: unknown, ruleContext: RuleCheckContext): boolean | Promise<boolean>;
  /** With `:attribute` and `:parameter`; one message, or one per language including English. */
  readonly message: string | (Readonly<Record<string, string>> & { readonly en: string });
  /** The kind of a valid value, which decides what `min` and `max` measure. */
  readonly kind?: ValueKind;
  /** A schema that accepts at least everything that `check` accepts. */
  readonly schema?: JsonSchema;
}

type RuleClass = new (...args: never[]) => RuleCheck;

const names = new WeakMap<object, string>();
const classes = new Map<string, RuleClass>();
const instances = new WeakMap<object, RuleCheck>();

/**
 * Registers a provider as a rule: `@Injectable() @ValidationRule('isbn') class Isbn implements
 * RuleCheck`. Declare its type with `declare module 'resource-api' { interface RuleCatalogue {
 * isbn: Rule<string> } }`.
 */
export const ValidationRule =
  (name: string) =>
  <T extends RuleClass>(target: T): void => {
    names.set(target, name);
    classes.set(name, target);
  };

/** Returns the name that `@ValidationRule` set for a class; `undefined` without the decorator. */
export const ruleNameOf = (provider: object): string | undefined => names.get(provider);

/** Returns the entry of a provider that Nest created. */
export function entryOfProvider(provider: object, instance: RuleCheck): RuleEntry {
  instances.set(provider, instance);
  return entryOf(names.get(provider)!, instance);
}

/** Returns a rule by its class: Nest's instance, otherwise one made without arguments. */
export const checkedBy = (rule: RuleClass, parameter?: string): BuiltRule => ({
  name: names.get(rule) ?? nameByClass(rule),
  arguments: [rule, ...(parameter === undefined ? [] : [parameter])],
});

/**
 * Returns the entry of a rule that `checkedBy` built; `undefined` for other rules, and for classes
 * that only Nest can create.
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

/** Returns the fault of a rule whose class exists, but is not a provider of any module. */
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
    passes: (value, parameter, facts, ruleContext) =>
      rule.check(value, {
        ...ruleContext,
        field: facts.path,
        parameter,
        sibling: (path) => facts.sibling(path),
      }),
    schema: () => inexact(rule.schema ?? {}),
  });

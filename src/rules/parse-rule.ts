import { nearest } from '../errors/index.js';
import { ruleNames, type ParameterShape } from './rule-names.js';
import type { RuleSpec } from './rule-types.js';

/** A rule, read: its name and what stands behind the colon. */
export interface ParsedRule {
  readonly name: string;
  readonly parameter: string | null;
  /** Arguments of a rule that was built by a function. */
  readonly arguments: readonly unknown[];
}

const decimal = /^-?\d+(\.\d+)?$/;

const isShaped: Record<ParameterShape, (parameter: string | null) => boolean> = {
  none: (parameter) => parameter === null,
  optional: () => true,
  number: (parameter) => parameter !== null && decimal.test(parameter),
  pair: (parameter) => parameter !== null && isOrderedPair(parameter.split(',')),
  text: (parameter) => parameter !== null && parameter !== '',
};

const wanted: Record<ParameterShape, string> = {
  none: 'takes no parameter',
  optional: '',
  number: 'takes a number, such as 10',
  pair: 'takes two numbers in order, such as 1,500',
  text: 'takes a parameter',
};

/** Reads a rule as a definition writes it. */
export function parseRule(spec: RuleSpec): ParsedRule {
  if (typeof spec !== 'string') return { name: spec.name, parameter: null, arguments: spec.arguments };
  const colon = spec.indexOf(':');
  if (colon < 0) return { name: spec, parameter: null, arguments: [] };
  return { name: spec.slice(0, colon), parameter: spec.slice(colon + 1), arguments: [] };
}

/** What is wrong with a rule, and what to write instead; `undefined` for a good one. */
export function findRuleFault(spec: RuleSpec): { wrong: string; instead: string } | undefined {
  const { name, parameter } = parseRule(spec);
  const shape = ruleNames.get(name);
  if (shape === undefined) {
    const meant = nearest(name, [...ruleNames.keys()]);
    return { wrong: `there is no rule "${name}"`, instead: meant ? `"${meant}"` : 'a rule of the catalogue' };
  }
  if (typeof spec !== 'string' || isShaped[shape](parameter)) return undefined;
  return { wrong: `the rule "${spec}" has a wrong parameter`, instead: `"${name}" ${wanted[shape]}` };
}

function isOrderedPair(parts: readonly string[]): boolean {
  return parts.length === 2 && parts.every((part) => decimal.test(part)) && Number(parts[0]) <= Number(parts[1]);
}

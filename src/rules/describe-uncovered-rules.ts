import { valueRulesOf, type CompiledField, type Ruled } from './compile-field.js';
import { installedRules } from './installed-rules.js';
import type { JsonSchema } from './json-schema.js';
import { hasMessage, ruleMessage } from './rule-message.js';
import { fillPlaceholders, partOf } from './rule-entry.js';

/** Schemas are made once for all callers, and so in one language. */
const LANGUAGE = 'en';

/**
 * What a schema cannot say of a field's rules, in the words of their refusals. Empty where it says
 * everything.
 */
export function describeUncoveredRules(field: CompiledField): JsonSchema {
  const refusals = [
    ...new Set(field.uncovered ?? uncoveredRules(field).flatMap((rule) => messageOf(field, rule))),
  ];
  const parts = [
    ...field.exclusions.map((rule) => leftOut(field, rule)),
    ...mayBeRefused(refusals),
  ];
  return parts.length === 0 ? {} : { description: parts.join(' ') };
}

/**
 * Of a field that may be left out the schema says nothing; always left out, it is asked nothing.
 */
function uncoveredRules(field: CompiledField): readonly Ruled[] {
  const all = [...field.presence, ...valueRulesOf(field)];
  if (field.exclusions.some(({ entry }) => entry.name === 'exclude')) return [];
  return field.exclusions.length > 0 ? all : all.filter((rule) => !partOf(rule, field.kind).exact);
}

function messageOf({ messages, path, kind }: CompiledField, rule: Ruled): readonly string[] {
  const { languages } = installedRules();
  return hasMessage(rule)
    ? [ruleMessage(messages, rule, { path, kind, language: LANGUAGE, languages })]
    : [];
}

const leftOut = (
  { path }: CompiledField,
  { entry, parameter }: CompiledField['exclusions'][number],
): string => fillPlaceholders(entry.says, { ...entry.placeholders?.(parameter), attribute: path });

const mayBeRefused = (refusals: readonly string[]): readonly string[] =>
  refusals.length === 0 ? [] : [`May be refused: ${refusals.map(asSentence).join(' ')}`];

const asSentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

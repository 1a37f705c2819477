import { valueRulesOf, type FieldRules, type Ruled } from '../compile/compile-field.js';
import { installedRules } from '../compile/installed-rules.js';
import type { JsonSchema } from '../../base/json-schema.js';
import { hasMessage, ruleMessage } from '../messages/rule-message.js';
import { fillPlaceholders, partOf } from '../entries/rule-entry.js';

/** All callers share the schemas, so they have one language. */
const LANGUAGE = 'en';

/**
 * Describes the rules of a field that a schema cannot express, by their messages. Empty if the
 * schema expresses all of them.
 */
export function describeUncoveredRules(field: FieldRules): JsonSchema {
  const refusals = [
    ...new Set(field.uncovered ?? uncoveredRules(field).flatMap((rule) => messageOf(field, rule))),
  ];
  const sentences = [
    ...field.exclusions.map((rule) => exclusionOf(field, rule)),
    ...mayBeRefused(refusals),
  ];
  return sentences.length === 0 ? {} : { description: sentences.join(' ') };
}

/**
 * The schema does not restrict a field that may be excluded; a field that is always excluded has no
 * rules.
 */
function uncoveredRules(field: FieldRules): readonly Ruled[] {
  const all = [...field.presence, ...valueRulesOf(field)];
  if (field.exclusions.some(({ entry }) => entry.name === 'exclude')) return [];
  return field.exclusions.length > 0 ? all : all.filter((rule) => !partOf(rule, field.kind).exact);
}

function messageOf({ messages, path, kind }: FieldRules, rule: Ruled): readonly string[] {
  const { languages } = installedRules();
  return hasMessage(rule)
    ? [ruleMessage(messages, rule, { path, kind, language: LANGUAGE, languages })]
    : [];
}

const exclusionOf = (
  { path }: FieldRules,
  { entry, parameter }: FieldRules['exclusions'][number],
): string =>
  fillPlaceholders(entry.sentence, { ...entry.placeholders?.(parameter), attribute: path });

const mayBeRefused = (refusals: readonly string[]): readonly string[] =>
  refusals.length === 0 ? [] : [`May be refused: ${refusals.map(asSentence).join(' ')}`];

const asSentence = (message: string): string => (/[.!?]$/.test(message) ? message : `${message}.`);

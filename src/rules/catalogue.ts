import { comparisonRules } from './families/comparisons.js';
import { dateRules } from './families/dates.js';
import { fileRules } from './families/files.js';
import { flagRules } from './families/flags.js';
import { listRules } from './families/lists.js';
import { lookupRules } from './families/lookups.js';
import { numberRules } from './families/numbers.js';
import { patternRules } from './families/patterns.js';
import { exclusionRules, presenceRules } from './families/presence.js';
import { sizeRules } from './families/sizes.js';
import { textRules } from './families/text.js';
import { typeRules } from './families/types.js';
import type { RuleEntry } from './entries/rule-entry.js';

/**
 * The framework's rules by family, in the order of the reference. Their names are those of the type
 * `RuleCatalogue`.
 */
export const ruleFamilies: Readonly<Record<string, readonly RuleEntry[]>> = {
  Presence: presenceRules,
  Flags: flagRules,
  Exclusion: exclusionRules,
  Types: typeRules,
  Strings: textRules,
  Patterns: patternRules,
  Sizes: sizeRules,
  Numbers: numberRules,
  Dates: dateRules,
  Lists: listRules,
  'Other fields': comparisonRules,
  Files: fileRules,
  Database: lookupRules,
};

/** The framework's rules by name. */
export const builtInRules: ReadonlyMap<string, RuleEntry> = new Map(
  Object.values(ruleFamilies).flatMap((family) =>
    family.map((entry) => [entry.name, entry] as const),
  ),
);

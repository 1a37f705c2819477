import type { ErrorTexts } from '../../base/errors/index.js';
import { installedRules } from '../compile/installed-rules.js';
import { chooseLanguage, wordingOf, formatMessage } from './rule-wording.js';

/** Returns the errors of members that cannot be stored, in the first supported language. */
export function describeUnstorable(
  names: readonly string[],
  languages: readonly string[],
): ErrorTexts {
  const installed = installedRules().languages;
  const language = chooseLanguage(languages, installed);
  const wording = wordingOf('unstorable', { language, languages: installed });
  return Object.fromEntries(
    names.map((attribute) => [attribute, [formatMessage(wording, null, { attribute })]]),
  );
}

import type { ErrorTexts } from '../../base/errors/index.js';
import { installedRules } from '../compile/installed-rules.js';
import type { RuleTexts } from '../entries/rule-entry.js';
import { chooseLanguage, wordingOf, formatMessage } from './rule-wording.js';

/** The message about a member that cannot be stored. */
export const unstorableMessages: RuleTexts = {
  en: 'The :attribute field must not contain NUL characters or lone surrogates, or be nested too deeply.',
  de: 'Das Feld :attribute darf weder das Zeichen NUL noch ein halbes Surrogatpaar noch endlose Schachtelung enthalten.',
  fr: 'Le champ :attribute ne doit contenir ni le caractère NUL, ni une moitié de paire de substitution, ni une imbrication sans fin.',
};

/** Returns the errors of such members, in the first supported language. */
export function describeUnstorable(
  names: readonly string[],
  languages: readonly string[],
): ErrorTexts {
  const installed = installedRules().languages;
  const language = chooseLanguage(languages, installed);
  const wording = wordingOf('unstorable', unstorableMessages, language, installed.get(language));
  return Object.fromEntries(
    names.map((attribute) => [attribute, [formatMessage(wording, null, { attribute })]]),
  );
}

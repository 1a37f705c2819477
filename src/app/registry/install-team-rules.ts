import type { ModulesContainer } from '@nestjs/core';
import { installRules } from '../../rules/compile/installed-rules.js';
import { entryOfProvider, ruleNameOf, type RuleCheck } from '../../rules/entries/team-rules.js';

/** Adds every provider that `@ValidationRule` names to the rules that definitions may name. */
export function installTeamRules(modules: ModulesContainer): void {
  for (const { providers } of modules.values())
    for (const { metatype, instance } of providers.values())
      if (metatype && instance && ruleNameOf(metatype) !== undefined)
        installRules([entryOfProvider(metatype, instance as RuleCheck)]);
}

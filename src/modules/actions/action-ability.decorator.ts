import { Reflector } from '@nestjs/core';
import type { ActionAuthorizer } from './action-authorizer.js';

/** What a route does with actions. */
export type ActionAbilityName = Extract<keyof ActionAuthorizer, string>;

/** Sets what `ActionGuard` checks before the handler runs. */
export const ActionAbility = Reflector.createDecorator<ActionAbilityName>();

import { Reflector } from '@nestjs/core';

/** What a route does with a record. PUT, PATCH and POST with a form all update. */
export type RecordAbilityName = 'show' | 'store' | 'update' | 'updateProfile' | 'delete';

/**
 * Sets the ability that `AbilityGuard` checks before the handler runs. Routes without it are not
 * checked.
 */
export const RecordAbility = Reflector.createDecorator<RecordAbilityName>();

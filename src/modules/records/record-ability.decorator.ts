import { Reflector } from '@nestjs/core';

/** What a route does with a record. PUT, PATCH and POST with a form all update. */
export type RecordAbilityName = 'show' | 'store' | 'update' | 'updateProfile' | 'delete';

/**
 * Names the ability that `AbilityGuard` asks for before the handler runs. Routes without it ask for
 * none.
 */
export const RecordAbility = Reflector.createDecorator<RecordAbilityName>();

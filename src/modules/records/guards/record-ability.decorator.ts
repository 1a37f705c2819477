import { Reflector } from '@nestjs/core';
import type { Operation } from '../../../base/types/register.js';

/** What a route does with a record, or with the records of a list, and the operation that this is. */
export const operationOfAbility = {
  show: 'show',
  store: 'store',
  storeMany: 'store',
  // PUT, PATCH and POST with a form
  update: 'update',
  updateMany: 'update',
  updateProfile: 'profile',
  delete: 'delete',
  deleteMany: 'delete',
} as const satisfies Readonly<Record<string, Operation>>;
export type RecordAbilityName = keyof typeof operationOfAbility;

/**
 * Sets the ability that `AbilityGuard` checks before the handler runs. Routes without it are not
 * checked.
 */
export const RecordAbility = Reflector.createDecorator<RecordAbilityName>();

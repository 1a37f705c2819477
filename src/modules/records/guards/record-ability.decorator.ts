import { Reflector } from '@nestjs/core';
import type { Operation } from '../../../base/types/register.js';

/** What a route does with a record, or with the records of a list. */
export const recordAbilities = {
  show: { operation: 'show', takesObject: false },
  store: { operation: 'store', takesObject: true },
  storeMany: { operation: 'store', takesObject: false },
  // PUT, PATCH and POST with a form
  update: { operation: 'update', takesObject: true },
  updateMany: { operation: 'update', takesObject: false },
  updateProfile: { operation: 'profile', takesObject: true },
  delete: { operation: 'delete', takesObject: true },
  deleteMany: { operation: 'delete', takesObject: false },
} as const satisfies Readonly<Record<string, { operation: Operation; takesObject: boolean }>>;
export type RecordAbilityName = keyof typeof recordAbilities;

/**
 * Sets the ability that `AbilityGuard` checks before the handler runs. Routes without it are not
 * checked.
 */
export const RecordAbility = Reflector.createDecorator<RecordAbilityName>();

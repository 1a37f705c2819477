import { Reflector } from '@nestjs/core';
import type { PivotOperation } from './pivot-call.js';

/** Sets the ability that `PivotAbilityGuard` checks before the handler runs. */
export const PivotAbility = Reflector.createDecorator<PivotOperation>();

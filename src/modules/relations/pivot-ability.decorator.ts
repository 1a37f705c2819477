import { Reflector } from '@nestjs/core';
import type { PivotOperation } from './pivot-call.js';

/** Names the ability that `PivotAbilityGuard` asks for before the handler runs. */
export const PivotAbility = Reflector.createDecorator<PivotOperation>();

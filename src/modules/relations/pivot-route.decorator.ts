import { Reflector } from '@nestjs/core';
import type { PivotOperation } from '../../operations/pivot-call.js';

/** Says what a handler does with the rows of a pivot table, for its guard. */
export const PivotRoute = Reflector.createDecorator<PivotOperation>();

import { Reflector } from '@nestjs/core';
import type { Operation } from '../../../base/types/register.js';

/**
 * Sets the operation of a route, or of all routes of a controller, for callbacks that the guard of
 * the resource calls. Routes with a `RecordAbility` do not need it; any other route is an `index`.
 */
export const RouteOperation = Reflector.createDecorator<Operation>();

import { Reflector } from '@nestjs/core';

/**
 * Marks a controller whose writes a feature may run under its own terms, such as safe writes. One of
 * its guards must set the request's `context` and `subject`.
 */
export const WritesRecords = Reflector.createDecorator<void, true>({ transform: () => true });

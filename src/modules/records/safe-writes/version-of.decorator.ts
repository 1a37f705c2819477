import { Reflector } from '@nestjs/core';

/**
 * Whose version `If-Match` requires: that of the record in the path, which is the default, that of
 * the caller's own record, or none.
 *
 * @contract C13.1
 */
export const VersionOf = Reflector.createDecorator<'path' | 'caller' | 'none'>();

import { Logger } from '@nestjs/common';
import type { CorruptPlace } from '../../../execution/values.js';

/**
 * Tells the log where a value lies that is answered as null, since it is none of its column; never
 * the value.
 */
export const reportCorrupt = ({ resource, key, column, wanted }: CorruptPlace): void =>
  new Logger('Records').warn(
    `The column ${column} of ${resource} ${key} holds no ${wanted}; it is answered as null.`,
  );

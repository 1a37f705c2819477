import type { DataSource } from 'typeorm';
import type { ClassOf } from '../../base/types/compile-time.js';

/** Returns the key of a user, as a string. */
export type CallerKey = (user: unknown) => string;

/** Returns the function that returns the key of a user of the entity. */
export function callerKey(
  dataSource: Pick<DataSource, 'getMetadata'>,
  user: { readonly entity: ClassOf },
): CallerKey {
  const [column] = dataSource.getMetadata(user.entity).primaryColumns;
  const property = column?.propertyName ?? '';
  return (each) => String((each as Readonly<Record<string, unknown>>)[property]);
}

import { randomUUID } from 'node:crypto';

/**
 * Returns a UUID of version 7, which begins with the current instant. New rows are added at the end
 * of an index of such keys; with random ones, each row would change another page.
 */
export function timeOrderedUuid(): string {
  const instant = Date.now().toString(16).padStart(12, '0');
  return `${instant.slice(0, 8)}-${instant.slice(8)}-7${randomUUID().slice(15)}`;
}

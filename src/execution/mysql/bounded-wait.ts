import { noConnectionInTime } from '../database/translate-failure.js';

/**
 * Returns the resource if it arrives in time. A resource that arrives later is released at once.
 * mysql2's pool has no limit for this wait, and a timeout of a library would lose the resource.
 *
 * @throws RequestError `unavailable` when it did not arrive in time
 */
export function boundedWait<Resource>(
  coming: Promise<Resource>,
  milliseconds: number,
  release: (resource: Resource) => void,
): Promise<Resource> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      reject(noConnectionInTime());
    }, milliseconds);
    coming.then(
      (resource) => {
        clearTimeout(timer);
        if (isLate) release(resource);
        else resolve(resource);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

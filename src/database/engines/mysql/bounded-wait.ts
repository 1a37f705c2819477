import { noConnectionInTime } from '../../failures/translate-failure.js';

/**
 * Returns the resource if it arrives in time. A resource that arrives later is released at once.
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

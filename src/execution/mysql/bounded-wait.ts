import { noConnectionInTime } from '../database/translate-failure.js';

/**
 * The resource, if it comes within so many milliseconds; what comes later is given back at once.
 *
 * @throws RequestError `unavailable` when it did not come in time
 */
export function boundedWait<Resource>(
  coming: Promise<Resource>,
  milliseconds: number,
  giveBack: (resource: Resource) => void,
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
        if (isLate) giveBack(resource);
        else resolve(resource);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

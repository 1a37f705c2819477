import type { OperationObject, PathsObject } from './open-api.js';

/** Changes every operation. */
export const mapOperations = (
  paths: PathsObject,
  change: (operation: OperationObject) => OperationObject,
): PathsObject =>
  Object.fromEntries(
    Object.entries(paths).map(([path, item]) => [
      path,
      Object.fromEntries(
        Object.entries(item).map(([method, operation]) => [method, change(operation)]),
      ),
    ]),
  );

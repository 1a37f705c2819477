import { RequestError } from '../../base/errors/index.js';

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/**
 * Returns the `batch_id` of a body.
 * @throws RequestError `validation_failed`
 */
export function parseBatchId(given: unknown): string {
  if (typeof given === 'string' && uuid.test(given)) return given;
  const fault =
    (given ?? null) === null
      ? 'The batch_id field is required.'
      : 'The batch_id field must be a valid UUID.';
  throw new RequestError('validation_failed', { errors: { batch_id: [fault] } });
}

import { inspect } from 'node:util';
import { describeLoggedError } from '../../../src/base/logging/describe-logged-error.js';
import {
  storeUnavailable,
  withoutSecrets,
} from '../../../src/addons/object-storage/object-store-error.js';

const refusal = Object.assign(new Error('AKIAKEY: the string to sign was GET secret'), {
  name: 'SignatureDoesNotMatch',
  AWSAccessKeyId: 'AKIAKEY',
  StringToSign: 'GET secret',
  $metadata: { httpStatusCode: 403 },
});

describe('an error of the object store', () => {
  it('contains no key and no signed request (C9)', () => {
    const error = withoutSecrets('GetObject', refusal);
    expect(error.message).toBe('GetObject: SignatureDoesNotMatch (status 403)');
    const logged = JSON.stringify(describeLoggedError(storeUnavailable(error)));
    for (const text of [inspect(error), logged]) expect(text).not.toMatch(/AKIAKEY|secret/);
  });

  it('is 503 with Retry-After (C9)', () => {
    const { status, headers } = storeUnavailable(withoutSecrets('GetObject', refusal));
    expect([status, headers]).toEqual([503, { 'Retry-After': '10' }]);
  });

  it.each([
    [404, 'NoSuchKey', true],
    [404, 'NotFound', true],
    [404, 'NoSuchBucket', false],
    [403, 'AccessDenied', false],
  ])('%d %s: means a missing object: %j (C10)', (httpStatusCode, name, isMissing) => {
    const error = Object.assign(new Error(name), { name, $metadata: { httpStatusCode } });
    expect(withoutSecrets('GetObject', error).isMissing).toBe(isMissing);
  });
});

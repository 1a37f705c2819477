import { defaults } from '../../../../src/options/defaults.js';
import { originsOfFiles } from '../../../../src/modules/explorer/origins-of-files.js';
import { parseS3Address } from '../../../../src/storage/s3/s3-address.js';

describe('the address of a bucket', () => {
  it.each([
    ['s3://files', 'files', ''],
    ['s3://files/', 'files', ''],
    ['s3://files/a/b', 'files', 'a/b/'],
    ['s3://files/a/b/', 'files', 'a/b/'],
  ])('%s has the bucket %s and the prefix "%s" (C10)', (url, bucket, prefix) =>
    expect(parseS3Address(url)).toEqual({ bucket, prefix }),
  );
});

describe('the sources of images of the explorer', () => {
  const signed = { ...defaults.storage, delivery: 'signed' } as const;
  const endpoint = 'http://store:9000';

  it.each([
    [{ ...defaults.storage, endpoint }, []],
    [signed, ['https:']],
    [{ ...signed, endpoint }, ['http://store:9000']],
    [{ ...signed, endpoint, pathStyle: false }, ['http://*.store:9000']],
  ])('of %j are %j (C10.4)', (storage, origins) =>
    expect(originsOfFiles(storage)).toEqual(origins),
  );
});

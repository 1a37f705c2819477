import { originsOfFiles } from '../../../src/storage/origins-of-files.js';
import { parseS3Address } from '../../../src/addons/object-storage/s3-address.js';

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
  const proxy = {
    path: 'unused',
    delivery: 'proxy',
    linkLifetime: 900,
    timeout: 10_000,
    orphanLifetime: 3600,
  } as const;
  const signed = { ...proxy, delivery: 'signed' } as const;
  const endpoint = 'http://store:9000';

  it.each([
    [{ ...proxy, endpoint }, []],
    [signed, ['https:']],
    [{ ...signed, endpoint }, ['http://store:9000']],
    [{ ...signed, endpoint, pathStyle: false }, ['http://*.store:9000']],
  ])('of %j are %j (C10.4)', (storage, origins) =>
    expect(originsOfFiles(storage)).toEqual(origins),
  );
});

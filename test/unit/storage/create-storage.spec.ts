import { createStorage } from '../../../src/storage/create-storage.js';
import { DiskStorage } from '../../../src/storage/disk-storage.js';

const storage = {
  path: 'unused',
  delivery: 'proxy',
  linkLifetime: 900,
  timeout: 10_000,
  orphanLifetime: 3600,
} as const;

describe('createStorage', () => {
  it('uses the folder without a URL (C10)', async () =>
    expect(await createStorage({ storage }, undefined)).toBeInstanceOf(DiskStorage));

  it('never replaces a bucket by the folder (issue 36, 2)', () =>
    expect(
      createStorage({ storage: { ...storage, url: 's3://files' } }, undefined),
    ).rejects.toThrow(
      'Files cannot be stored in s3://files: this application has no storage for such URLs. Remove STORAGE_URL, or the option storage.url.',
    ));
});

import { startWithoutPackage } from '../../support/start-without-package.js';

describe('a start without the client of object stores', () => {
  it.each([
    ['@aws-sdk/client-s3', 'STORAGE_URL', {}],
    [
      '@aws-sdk/s3-request-presigner',
      'STORAGE_DELIVERY=signed',
      { STORAGE_DELIVERY: 'signed', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' },
    ],
  ])('names the package %s to install (C10)', async (name, setting, settings) => {
    const { code, stderr } = await startWithoutPackage(name, {
      STORAGE_URL: 's3://files',
      ...settings,
    });
    expect(code).toBe(1);
    expect(stderr).toContain(`${setting} needs the package ${name}: npm install ${name}.`);
    expect(stderr).not.toContain('    at ');
  });

  it('reports signed URLs without a bucket (C10)', async () => {
    const { code, stderr } = await startWithoutPackage('none', { STORAGE_DELIVERY: 'signed' });
    expect([code, stderr]).toEqual([1, expect.stringContaining('without storage.url')]);
  });
});

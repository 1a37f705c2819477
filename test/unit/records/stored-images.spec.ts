import { Logger } from '@nestjs/common';
import { StoredImages } from '../../../src/modules/records/reading/stored-images.js';
import type { Storage } from '../../../src/storage/storage.js';

const path = (name: string) => `/storage/users/1/${name.padEnd(22, 'x')}.png`;
const asking = (has: Storage['has']) => new StoredImages({ has } as Storage);

describe('The files of images', () => {
  it('are missing if they were removed, and each is looked up once, by its path in the storage', async () => {
    const lookups: string[] = [];
    const images = asking((stored) => {
      lookups.push(stored);
      return Promise.resolve(stored.includes('here'));
    });
    const missing = await images.findMissing(
      new Set([path('here'), path('gone'), 'https://example.com/a.png', '']),
    );
    expect([...missing]).toEqual([path('gone')]);
    expect(lookups).toEqual(
      [path('here'), path('gone')].map((each) => each.slice('/storage/'.length)),
    );
  });

  it('are not missing while the storage fails, which is logged', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockReturnValue();
    const images = asking(() => Promise.reject(new Error('The disk is away.')));
    expect([...(await images.findMissing(new Set([path('here')])))]).toEqual([]);
    expect(warn).toHaveBeenCalledTimes(1);
    warn.mockRestore();
  });
});

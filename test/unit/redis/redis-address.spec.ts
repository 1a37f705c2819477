import { redisAddress } from '../../../src/addons/redis/redis-address.js';

describe('the address of Redis', () => {
  it.each([
    ['redis://redis', { host: 'redis', port: 6379, db: 0 }],
    ['redis://[::1]:7000/', { host: '::1', port: 7000, db: 0 }],
    [
      'rediss://ann:p%40ss%2Fword@redis.example.com:6380/12',
      {
        host: 'redis.example.com',
        port: 6380,
        db: 12,
        username: 'ann',
        password: 'p@ss/word',
        tls: {},
      },
    ],
    ['redis://:secret@redis', { host: 'redis', port: 6379, db: 0, password: 'secret' }],
  ])('of %s (C12)', (url, address) => {
    expect(redisAddress(url)).toEqual(address);
  });
});

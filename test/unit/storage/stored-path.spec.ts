import fc from 'fast-check';
import { asPathSegment } from '../../../src/storage/path-segment.js';
import {
  isPlainPath,
  isStoredPath,
  storagePathOf,
  urlPathOf,
} from '../../../src/storage/stored-path.js';

const key = fc.oneof(fc.string({ maxLength: 80 }), fc.string({ unit: 'binary', maxLength: 40 }));

describe('a record’s key in a path', () => {
  it.each([
    ['1', '1'],
    ['7f9c24e5-8f6b-4d2a-9f0e-1c2d3e4f5a6b', '7f9c24e5-8f6b-4d2a-9f0e-1c2d3e4f5a6b'],
    ['node_js', 'node_js'],
    ['.', '~2E'],
    ['..', '~2E~2E'],
    ['a/b', 'a~2Fb'],
    ['~2E', '~7E2E'],
    ['é', '~C3~A9'],
    ['', '~'],
    ['x'.repeat(65), '~~lTfF_fEgSC99WNJentWD9SwCtOME6oFNsWM61WWu1-k'],
  ])('is encoded: %j is %s (C10.2)', (text, segment) => expect(asPathSegment(text)).toBe(segment));

  it('is one plain segment of at most 64 characters, and no two keys share it (C10.2)', () => {
    fc.assert(
      fc.property(key, key, (one, other) => {
        expect(asPathSegment(one)).toMatch(/^[\w~-]{1,64}$/);
        expect(isPlainPath(asPathSegment(one))).toBe(true);
        expect(asPathSegment(one) === asPathSegment(other)).toBe(one === other);
      }),
    );
  });
});

const random = 'aB3_-'.repeat(4) + 'xy';

describe('the path of a stored file', () => {
  it.each([
    `users/1/${random}.png`,
    `tags/~2E/${random}/avatar`,
    `posts/~~x/${random}/my logo.png`,
    `a/b/${random}/ö.gif`,
  ])('is %s, and its URL leads back to it (C10.2)', (path) => {
    expect(isStoredPath(path)).toBe(true);
    expect(urlPathOf(path)).toMatch(/^\/storage\/[\w~./%-]+$/);
    expect(storagePathOf(urlPathOf(path))).toBe(path);
  });

  it.each([
    '',
    'users',
    `users/1/${random}`,
    `users/1/${random}.PNG`,
    `users/1/${random}.png/`,
    `users/1/${random}/`,
    `users/1/${random}/.hidden`,
    `users/1/${random}/..`,
    `users/1/${random}/a/b`,
    `users/../${random}.png`,
    `/users/1/${random}.png`,
    `users/1/${random}x.png`,
    `users/1/${random}/${'ö'.repeat(100)}${'x'.repeat(100)}`,
  ])('is not %j (C10.3)', (path) => expect(isStoredPath(path)).toBe(false));

  it.each([
    `https://example.com/storage/users/1/${random}.png`,
    `//example.com/users/1/${random}.png`,
    `/storage/users%2F1/${random}.png`,
    `/storage/users/1/${random}/%2e%2e`,
    `/storage/users/1/${random}/%zz`,
    `/storage/users/1/${random}.png?v=1`,
    `storage/users/1/${random}.png`,
  ])('is not the value of a column with %s (C10.3)', (url) =>
    expect(storagePathOf(url)).toBeNull(),
  );

  it('never leads out of the folder or to its hidden files (C10.4)', () => {
    const piece = fc.constantFrom(
      '..',
      '.',
      '/',
      '\\',
      'users',
      '1',
      random,
      '.png',
      '~',
      '%2e',
      '\0',
      '.incoming',
    );
    fc.assert(
      fc.property(
        fc.array(fc.oneof(piece, fc.string({ maxLength: 5 })), { maxLength: 8 }),
        (pieces) => {
          const path = pieces.join('');
          if (isStoredPath(path)) expect(isPlainPath(path)).toBe(true);
          if (isPlainPath(path))
            expect(
              path.split('/').every((segment) => segment !== '' && !segment.startsWith('.')),
            ).toBe(true);
        },
      ),
    );
  });
});

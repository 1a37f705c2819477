import { KnownFiles } from '../../../src/addons/object-storage/known-files.js';

describe('known files', () => {
  it('forget the path that was not used for the longest time (C10)', () => {
    const known = new KnownFiles(2);
    known.add('a');
    known.add('b');
    expect(known.has('a')).toBe(true);
    known.add('c');
    expect(['a', 'b', 'c'].filter((path) => known.has(path))).toEqual(['a', 'c']);
    known.remove('a');
    expect(known.has('a')).toBe(false);
  });

  it('pause for ten seconds (C10)', () => {
    const clock = jest.spyOn(performance, 'now').mockReturnValue(1000);
    const known = new KnownFiles();
    expect(known.isPaused).toBe(false);
    known.pause();
    clock.mockReturnValue(10_999);
    expect(known.isPaused).toBe(true);
    clock.mockReturnValue(11_000);
    expect(known.isPaused).toBe(false);
  });
});

import fc from 'fast-check';
import { entityReader, isoInstant } from '../../../src/execution/values.js';
import { columnOf } from './columns.js';

const read = entityReader(columnOf('at', 'datetime'))!;

const two = (max: number) =>
  fc.integer({ min: 0, max }).map((number) => String(number).padStart(2, '0'));
const year = fc.integer({ min: 0, max: 9999 }).map((number) => String(number).padStart(4, '0'));
const fraction = fc.oneof(
  fc.constant(''),
  fc.stringMatching(/^\.\d{1,7}$/),
  fc.constantFrom('.', '.x'),
);
const zone = fc.constantFrom('', 'Z', '+00', '+00:00', '+05:30', '-03', ' BC', 'z');

/** Strings of instants as the databases write them, and strings that are almost instants. */
const instants = fc
  .tuple(
    year,
    two(13),
    two(32),
    fc.constantFrom(' ', 'T', ''),
    two(25),
    two(61),
    two(61),
    fraction,
    zone,
  )
  .map(
    ([years, month, day, between, hour, minute, second, parts, end]) =>
      `${years}-${month}-${day}${between}${hour}:${minute}:${second}${parts}${end}`,
  );

/** The instant that JavaScript parses from the string in its own format. */
function parsed(text: string): Date | undefined {
  const iso = isoInstant(text);
  return iso === null ? undefined : new Date(iso);
}

describe('An instant of an entity (C1.6)', () => {
  it('is the one of the response, for any string', () => {
    fc.assert(
      fc.property(instants, (text) => {
        expect(read(text)).toEqual(parsed(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it.each([
    ['0001-01-01 00:00:00', '0001-01-01T00:00:00.000Z'],
    ['0099-12-31 23:59:59.9', '0099-12-31T23:59:59.900Z'],
    ['1969-12-31 23:59:59.0004', '1969-12-31T23:59:59.000Z'],
    ['2024-02-29 23:59:59.5+00', '2024-02-29T23:59:59.500Z'],
    ['2024-02-29T12:30:00.12Z', '2024-02-29T12:30:00.120Z'],
    ['2024-02-08 02:16:20+05:30', '2024-02-07T20:46:20.000Z'],
    ['2024-02-29', '2024-02-29T00:00:00.000Z'],
  ])('is read from %s', (text, iso) => {
    expect((read(text) as Date).toISOString()).toBe(iso);
  });

  it.each(['2023-02-29 00:00:00', 'infinity', '10000-01-01 00:00:00', ''])(
    'is missing if the value is "%s"',
    (text) => expect(read(text)).toBeUndefined(),
  );
});

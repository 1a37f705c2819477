import { install, type Clock } from '@sinonjs/fake-timers';

/** The instant at which {@link freezeClock} stops the clock. */
export const NOW = Date.parse('2026-11-01T12:00:00.000Z');

/**
 * Stops a clock of this process at {@link NOW} for the tests of a file, or of a `describe`. Timers
 * and connections to databases continue. Databases keep their own time. Call it after the
 * `beforeAll` that starts an application, since entities name the real class `Date` as the type of
 * their columns.
 *
 * @returns what moves the clock
 */
export function freezeClock(clock: 'Date' | 'performance' = 'Date'): {
  readonly advance: (milliseconds: number) => void;
  readonly setTo: (instant: number | Date) => void;
} {
  let frozen: Clock;
  beforeAll(() => {
    frozen = install({ now: NOW, toFake: [clock] });
    // Its zero means "not started" to code that measures.
    if (clock === 'performance') frozen.tick(1);
  });
  afterAll(() => frozen.uninstall());
  return {
    advance: (milliseconds) => void frozen.tick(milliseconds),
    setTo: (instant) => frozen.setSystemTime(instant),
  };
}

/** The instant at which {@link freezeClock} stops the clock. */
export const NOW = Date.parse('2026-11-01T12:00:00.000Z');

const clocks = ['Date', 'performance'] as const;

/** Everything else that Jest would replace: timers and connections to databases continue. */
const others = [
  ...(['hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
  ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
];

/**
 * Stops a clock of this process at {@link NOW} for the tests of a file, or of a `describe`. Move
 * `Date` by `jest.setSystemTime`, and both by `jest.advanceTimersByTime`. Databases keep their own
 * time. Call it after the `beforeAll` that starts an application, since entities name the real class
 * `Date` as the type of their columns.
 */
export function freezeClock(clock: (typeof clocks)[number] = 'Date'): void {
  const doNotFake = [...others, ...clocks.filter((other) => other !== clock)];
  beforeAll(() => {
    jest.useFakeTimers({ now: NOW, doNotFake });
    // Its zero means "not started" to code that measures.
    if (clock === 'performance') jest.advanceTimersByTime(1);
  });
  afterAll(() => void jest.useRealTimers());
}

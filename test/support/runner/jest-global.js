import { syncBuiltinESMExports } from 'node:module';
import { ModernFakeTimers } from '@jest/fake-timers';
import { ModuleMocker } from 'jest-mock';

/**
 * The object `jest` of a test file, without what replaces modules: they are shared. A function of
 * Node.js that is spied on is also replaced for code that imports it by its name.
 */
export function jestGlobal(config) {
  const mocker = new ModuleMocker(globalThis);
  const timers = new ModernFakeTimers({ global: globalThis, config });
  return {
    fn: (implementation) => mocker.fn(implementation),
    spyOn: (...given) => spyOn(mocker, given),
    restoreAllMocks() {
      mocker.restoreAllMocks();
      syncBuiltinESMExports();
    },
    useFakeTimers: (settings) => timers.useFakeTimers(settings),
    useRealTimers: () => timers.useRealTimers(),
    setSystemTime: (now) => timers.setSystemTime(now),
    advanceTimersByTime: (milliseconds) => timers.advanceTimersByTime(milliseconds),
    getTimerCount: () => timers.getTimerCount(),
  };
}

function spyOn(mocker, given) {
  const spy = mocker.spyOn(...given);
  const restore = spy.mockRestore.bind(spy);
  spy.mockRestore = () => {
    restore();
    syncBuiltinESMExports();
  };
  syncBuiltinESMExports();
  return spy;
}

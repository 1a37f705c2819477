import { RunningCalls } from '../../../src/addons/tools/tool/running-calls.js';

const call = { user: '1', session: 'a', id: 7 };

describe('Running calls', () => {
  it('continue while two have one name, until one of them is finished (C11)', () => {
    const calls = new RunningCalls();
    const [one, other] = [calls.begin(call), calls.begin(call)];
    calls.cancel(call);
    expect([one.signal.aborted, other.signal.aborted]).toEqual([false, false]);
    one.end();
    calls.cancel(call);
    expect([one.signal.aborted, other.signal.aborted]).toEqual([false, true]);
  });

  it('are forgotten when they are finished (C11)', () => {
    const calls = new RunningCalls();
    const { signal, end } = calls.begin(call);
    end();
    calls.cancel(call);
    expect(signal.aborted).toBe(false);
  });
});

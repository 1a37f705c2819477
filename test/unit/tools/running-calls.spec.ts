import { RunningCalls } from '../../../src/modules/tools/http/running-calls.js';

const call = { user: '1', session: 'a', id: 7 };

describe('Calls under way', () => {
  it('C11: are stopped by their whole name', () => {
    const calls = new RunningCalls();
    const { signal } = calls.begin(call);
    for (const other of [
      { ...call, user: '2' },
      { ...call, session: 'b' },
      { ...call, id: '7' },
    ])
      calls.cancel(other);
    expect(signal.aborted).toBe(false);
    calls.cancel(call);
    expect(signal.aborted).toBe(true);
  });

  it('C11: go on where two have one name, until one of them is over', () => {
    const calls = new RunningCalls();
    const [one, other] = [calls.begin(call), calls.begin(call)];
    calls.cancel(call);
    expect([one.signal.aborted, other.signal.aborted]).toEqual([false, false]);
    one.end();
    calls.cancel(call);
    expect([one.signal.aborted, other.signal.aborted]).toEqual([false, true]);
  });

  it('C11: are forgotten when they are over', () => {
    const calls = new RunningCalls();
    const { signal, end } = calls.begin(call);
    end();
    calls.cancel(call);
    expect(signal.aborted).toBe(false);
  });
});

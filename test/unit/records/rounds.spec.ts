import { Rounds } from '../../../src/modules/records/writing/rounds.js';

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('Rounds of questions (C13.5)', () => {
  it('reply to all elements together, once per question of an element', async () => {
    const asked: (readonly number[])[] = [];
    const rounds = new Rounds<string, string>((questions) => {
      asked.push(questions.map(([at]) => at));
      return Promise.resolve(questions.map(([, question]) => question.toUpperCase()));
    });
    const results = await rounds.run(40, async (at) => {
      const first = await rounds.ask(at, `a${at}`);
      if (at % 2 > 0) await pause();
      return at < 20 ? first : `${first} ${await rounds.ask(at, `b${at}`)}`;
    });
    expect([results[3], results[30]]).toEqual(['A3', 'A30 B30']);
    expect(asked.map((each) => each.length)).toEqual([40, 20]);
    expect(asked[1]).toEqual(Array.from({ length: 20 }, (_none, at) => at + 20));
  });

  it('start 16 elements at a time, also if some fail', async () => {
    let started = 0;
    let most = 0;
    const rounds = new Rounds<string, string>(() => Promise.resolve([]));
    const working = rounds.run(100, async (at) => {
      most = Math.max(most, ++started);
      await pause();
      started--;
      if (at === 50) throw new Error('the fiftieth');
      return at;
    });
    await expect(working).rejects.toThrow('the fiftieth');
    expect(most).toBe(16);
  });
});

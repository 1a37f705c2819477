import { startDemo } from '../../support/demo-app.js';
import {
  updateSnapshot,
  snapshotResponses,
  snapshotTitles,
  runScript,
  titles,
} from './response-snapshot.js';

let told: readonly string[];

beforeAll(async () => {
  const demo = await startDemo();
  told = await runScript({
    request: (asked) => demo.app.inject(asked),
    tokenOf: (account) => demo.tokenOf(account),
  });
  await demo.close();
  updateSnapshot(told);
}, 120_000);

describe('The same script of requests (issue 8, 1)', () => {
  it('is the one whose answers are kept', () => {
    expect(snapshotTitles()).toEqual(titles);
  });

  it.each(titles.map((title, at) => [title, at] as const))(
    '%s: is answered alike, byte for byte',
    (_title, at) => {
      expect(snapshotResponses()[at]).toBe(told[at]);
    },
  );

  it('holds no answer that is the fault of the service', () => {
    expect(told.filter((response) => /\n5\d\d /.test(response))).toEqual([]);
  });
});

import { startDemo } from '../../../support/demo-app.js';
import { Logins, type Service } from '../../../support/service.js';
import {
  updateSnapshot,
  snapshotResponses,
  snapshotTitles,
  runScript,
  titles,
} from './response-snapshot.js';

let responses: readonly string[];

beforeAll(async () => {
  const demo = await startDemo();
  const request: Service['request'] = (asked) => demo.app.inject(asked);
  const logins = new Logins(request);
  responses = await runScript({ request, tokenOf: (account) => logins.tokenOf(account) });
  await demo.close();
  updateSnapshot(responses);
});

describe('The same script of requests (issue 8, 1)', () => {
  it('is the one whose responses are kept', () => {
    expect(snapshotTitles()).toEqual(titles);
  });

  it.each(titles.map((title, at) => [title, at] as const))(
    'returns the same response, byte for byte: %s',
    (_title, at) => {
      expect(snapshotResponses()[at]).toBe(responses[at]);
    },
  );

  it('returns no response that is the fault of the service', () => {
    expect(responses.filter((response) => /\n5\d\d /.test(response))).toEqual([]);
  });
});

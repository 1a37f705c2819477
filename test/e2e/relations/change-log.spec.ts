import { ClubApp, clubKey } from '../../support/club-app/club-app.js';

let club: ClubApp;
beforeAll(async () => {
  club = await ClubApp.start();
});
afterAll(() => club.stop());
beforeEach(() => club.clear());

const [one, two, three] = [clubKey(1), clubKey(2), clubKey(3)];
const of = (name: string, original: object, changes: object) => [
  ['players', '1', name, JSON.stringify(original), JSON.stringify(changes)],
];
const changesOf = async (work: () => Promise<unknown>) => {
  await club.database.write('delete from action_logs');
  await work();
  return club.rows('action_logs', 'actionable_type, actionable_id, name, original, changes', 'id');
};

describe('the change of a relation in the log', () => {
  const post = (verb: string, clubs: readonly unknown[], more: object = {}) =>
    club.post(`players/1/${verb}/clubs`, { clubs, ...more });

  it('is one per call, about the parent: keys removed in original, added or updated in changes (C8.1)', async () => {
    expect(await changesOf(() => post('attach', [two, one]))).toEqual(
      of('Attached', {}, { clubs: [two, one] }),
    );
    expect(await changesOf(() => post('sync', [three, { id: one, fee: 1 }]))).toEqual(
      of('Synced', { clubs: [two] }, { clubs: [three, one] }),
    );
    expect(await changesOf(() => club.patch(`players/1/clubs/${one}`, { fee: 2 }))).toEqual(
      of('Attached', {}, { clubs: [one] }),
    );
    expect(await changesOf(() => post('detach', [one, two, clubKey(4)]))).toEqual(
      of('Detached', { clubs: [one] }, {}),
    );
  });

  it('is absent for a call that changes nothing, or is rejected (C8.1)', async () => {
    await post('attach', [one], { fee: 1 });
    const calls = [
      () => post('attach', [one], { fee: 1 }),
      () => post('sync', [one]),
      () => post('detach', [two]),
      () => club.patch(`players/1/clubs/${one}`, { fee: 1 }),
      () => post('attach', [two, 'x']),
      () => post('attach', [two], { fee: 'x' }),
    ];
    for (const call of calls) expect(await changesOf(call)).toEqual([]);
  });

  it('contains the rows that a callback wrote (C8.1)', async () => {
    expect(
      await changesOf(() => club.post('players/1/attach/friends', { friends: [4, 3] })),
    ).toEqual(of('Attached', {}, { friends: ['4', '3'] }));
  });
});

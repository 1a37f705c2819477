import { ClubApp } from '../../support/club-app/club-app.js';

let club: ClubApp;

beforeAll(async () => {
  club = await ClubApp.start();
});
afterAll(() => club?.stop());

describe('The messages of pivot values', () => {
  it.each([
    ['a rule of the column', 'x', 'A place is a whole number.'],
    ['a rule of validationCallback', 0, 'Places start at 1.'],
  ])('replace those of %s (C7.2)', async (_which, place, message) => {
    const { status, body } = await club.post('players/1/attach/badges', { badges: ['a'], place });
    expect([status, body.errors]).toEqual([422, { place: [message] }]);
  });

  it("are those of a key's own values too (C7.2)", async () => {
    const badges = [{ id: 'a', place: 0 }];
    const { body } = await club.post('players/1/sync/badges', { badges });
    expect(body.errors).toEqual({ 'badges.0.place': ['Places start at 1.'] });
  });
});

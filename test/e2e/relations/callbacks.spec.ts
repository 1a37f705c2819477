import { ClubApp } from '../../support/club-app/club-app.js';
import { Player } from '../../support/club-app/entities.js';
import { callbacks, PlayerResource } from '../../support/club-app/resources.js';
import { startDemo } from '../../support/demo-app.js';

let club: ClubApp;
beforeAll(async () => {
  club = await ClubApp.start();
});
afterAll(() => club.stop());
beforeEach(async () => {
  await club.clear();
  callbacks.calls = [];
  callbacks.returns = undefined;
});

const friends = () => club.rows('friendships', 'friend_id');
const call = (callback: string, keys: readonly number[]) => ({
  callback,
  keys,
  resource: PlayerResource,
  parent: 'P1',
  id: '1',
});

describe('attachCallback and detachCallback', () => {
  it('replace the write, receive the keys and the parent, and keep the usual response (C7.4)', async () => {
    const attached = await club.post('players/1/attach/friends', { friends: [5, '3', 5] });
    expect(attached).toEqual({
      status: 201,
      body: {
        data: [
          { player_id: '1', friend_id: '5' },
          { player_id: '1', friend_id: '3' },
        ],
      },
    });
    expect((await club.post('players/1/detach/friends', { friends: [3, 9] })).status).toBe(204);
    expect(callbacks.calls).toEqual([call('attach', [5, 3]), call('detach', [3])]);
    expect(await friends()).toEqual([['5']]);
  });

  it('return their result (C7.4)', async () => {
    callbacks.returns = { hello: ['you'] };
    expect(await club.post('players/1/attach/friends', { friends: [5] })).toEqual({
      status: 201,
      body: { hello: ['you'] },
    });
    callbacks.returns = null;
    expect(await club.post('players/1/detach/friends', { friends: [5] })).toEqual({
      status: 200,
      body: null,
    });
  });

  it('return entities with the fields of their resource, at any depth, and no hidden column (C7.4)', async () => {
    const { manager } = club.database.dataSource;
    const player = await manager.findOneByOrFail(Player, { id: 5 });
    callbacks.returns = { player, others: [player] };
    const shown = { id: '5', type: 'players', attributes: { name: 'P5' } };
    expect(await club.post('players/1/attach/friends', { friends: [5] })).toEqual({
      status: 201,
      body: { player: shown, others: [shown] },
    });
    callbacks.returns = player;
    expect((await club.post('players/1/detach/friends', { friends: [5] })).body).toEqual(shown);
  });

  it('are called by sync for what it adds and removes, and sync responds as usual (C7.4)', async () => {
    await club.post('players/1/attach/friends', { friends: [5, 6] });
    callbacks.calls = [];
    callbacks.returns = 'ignored';
    const { body } = await club.post('players/1/sync/friends', { friends: [6, 7] });
    expect(body).toEqual({ data: { attached: ['7'], detached: ['5'], updated: [] } });
    expect(callbacks.calls).toEqual([call('detach', [5]), call('attach', [7])]);
  });

  it('run after every check (C7.4)', async () => {
    expect((await club.post('players/1/attach/friends', { friends: [5, 999] })).status).toBe(422);
    expect((await club.post('players/1/detach/friends', { friends: [] })).status).toBe(422);
    expect((await club.post('players/1/detach/friends', { friends: [5] })).status).toBe(204);
    expect(callbacks.calls).toEqual([]);
  });

  it('are rolled back with the transaction if their result cannot be returned (C7.4)', async () => {
    const loop: Record<string, unknown> = {};
    loop.loop = loop;
    callbacks.returns = loop;
    expect((await club.post('players/1/attach/friends', { friends: [5] })).status).toBe(500);
    expect(await friends()).toEqual([]);
  });

  it('attach a record to itself (C7.4)', async () => {
    expect(
      (await club.post('players/1/sync/friends', { friends: [1, 2] })).body.data.attached,
    ).toEqual(['1', '2']);
  });

  it('write and end partnerships of the demo in both directions (C7.4)', async () => {
    const demo = await startDemo();
    const rows = await demo.database.query('select id from companies order by created_at');
    const [first, second] = [String(rows[0]![0]), String(rows[6]![0])];
    const partners = async (company: string) => {
      const { body } = await demo.get<{ data: { relationships: { partners: { id: string }[] } } }>(
        `/companies/${company}?include=partners`,
      );
      return body.data.relationships.partners.map(({ id }) => id);
    };
    const body = { partners: [second] };
    expect(
      (await demo.send(`/companies/${first}/attach/partners`, { method: 'POST', body })).body,
    ).toEqual({
      data: [{ company_id: first, partner_id: second }],
    });
    expect(await partners(second)).toContain(first);
    expect(
      (
        await demo.send(`/companies/${second}/detach/partners`, {
          method: 'POST',
          body: { partners: [first] },
        })
      ).status,
    ).toBe(204);
    expect(await partners(first)).not.toContain(second);
    await demo.close();
  });
});

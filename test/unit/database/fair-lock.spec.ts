import { FairLock } from '../../../src/database/engines/sqlite/fair-lock.js';

describe('the fair lock', () => {
  it('lets nobody overtake those who wait', async () => {
    const lock = new FairLock(1000);
    const order: string[] = [];
    await lock.acquire();
    const waiting = lock.acquire().then(() => order.push('waited'));
    lock.release();
    const late = lock.acquire().then(() => order.push('late'));
    await waiting;
    lock.release();
    await late;
    expect(order).toEqual(['waited', 'late']);
  });

  it('rejects those who waited too long, and continues with the next in line (C12)', async () => {
    const lock = new FairLock(30);
    await lock.acquire();
    const refused = lock.acquire();
    await expect(refused).rejects.toMatchObject({ code: 'unavailable', status: 503 });
    const next = lock.acquire();
    lock.release();
    await expect(next).resolves.toBeUndefined();
  });
});

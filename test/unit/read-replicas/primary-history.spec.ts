import { mariaReplication } from '../../../src/addons/read-replicas/maria-replication.js';
import { postgresReplication } from '../../../src/addons/read-replicas/postgres-replication.js';
import { PrimaryHistory } from '../../../src/addons/read-replicas/primary-history.js';
import { RepeatableMeter } from '../../../src/database/connection/repeatable-meter.js';

describe('the positions of replicas', () => {
  it.each([
    ['0/3000060', '0/3000060', true],
    ['0/3000060', '0/3000061', false],
    ['1/0', '0/FFFFFFFF', true],
    ['9/0', '10/0', false],
  ])('of PostgreSQL are numbers: %s has %s: %s', (position, required, covers) =>
    expect(postgresReplication.covers(position, required)).toBe(covers),
  );

  it.each([
    ['0-1-100', '0-1-100', true],
    ['0-1-99', '0-1-100', false],
    ['0-2-1000', '0-1-999', true],
    ['0-1-5,1-1-5', '0-1-5,1-1-6', false],
    ['0-1-5', '0-1-5,1-1-1', false],
    ['1-1-1,0-1-5', '0-1-5', true],
  ])('of MariaDB are numbers per domain: %s has %s: %s', (position, required, covers) =>
    expect(mariaReplication.covers(position, required)).toBe(covers),
  );

  it('become the latest instant up to which a replica has every commit', () => {
    const history = new PrimaryHistory(postgresReplication, 100);
    history.add(10, ['a/1', '0/10']);
    history.add(60, ['a/1', '0/20']);
    history.add(70, [null, null]);
    history.add(80, undefined);
    expect(history.instantOf(['a/1', '0/9'])).toBe(-Infinity);
    expect(history.instantOf(['a/1', '0/10'])).toBe(10);
    expect(history.instantOf(['a/1', '0/1F'])).toBe(10);
    expect(history.instantOf(['a/1', '0/21'])).toBe(60);
    expect(history.instantOf(['a/2', '0/21'])).toBe(-Infinity);
    expect(history.instantOf(['a/1', null])).toBe(-Infinity);
    expect(history.instantOf(undefined)).toBe(-Infinity);
    history.add(120, ['a/1', '0/30']);
    expect(history.instantOf(['a/1', '0/10'])).toBe(-Infinity);
  });
});

describe('a meter of a statement that runs twice', () => {
  it('counts rows once, and knows that it has refused some', () => {
    const taken: number[] = [];
    const meter = new RepeatableMeter({
      start: () => undefined,
      take: (bytes) => {
        taken.push(bytes);
        if (bytes === 7) throw new Error('Too many.');
      },
    });
    meter.start();
    meter.take(3);
    meter.take(3);
    meter.start();
    meter.take(4);
    meter.take(4);
    expect(taken).toEqual([3, 3, 2]);
    expect(meter.hasRefused).toBe(false);
    expect(() => meter.take(7)).toThrow('Too many.');
    expect(meter.hasRefused).toBe(true);
  });
});

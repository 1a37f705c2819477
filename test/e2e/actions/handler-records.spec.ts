import { IsInt, validateSync } from 'class-validator';
import { Piece } from '../../support/depot-app/entities.js';
import { WorkshopApp } from '../../support/workshop-app.js';

let workshop: WorkshopApp;
beforeAll(async () => {
  workshop = await WorkshopApp.start();
});
afterAll(() => workshop?.stop());

const full: Partial<Piece> = {
  inventory: 'A1',
  amount: -3,
  shade: 12,
  serial: '9007199254740993',
  weight: '0.90',
  price: '12.50',
  height: 0.1,
  onDisplay: true,
  acquiredOn: '2024-02-29',
  shownAt: new Date('2024-02-29T23:59:59.999Z'),
  notes: { b: 1, a: [true, null, 'x'] },
  materials: ['oak', 'wax'],
  scan: Buffer.from([0, 255, 16]),
  story: 'a "quote", a \\ and a\nline ✓',
  finish: 'oiled',
  batch: '0b0e2a4c-1111-4222-8333-444455556666',
  insurer: 'secret',
};

/** Runs the handler on one piece of every kind of value, and one without. */
async function see<Seen>(look: (piece: Piece) => Seen): Promise<readonly Seen[]> {
  await workshop.fill([full, { title: 'Empty' }]);
  const seen: Seen[] = [];
  const { status, text } = await workshop.restore((_request, pieces) => {
    seen.push(...pieces.map(look));
  });
  expect([status, text]).toEqual([expect.any(Number), expect.not.stringContaining('errors')]);
  return seen;
}

describe('The records of a handler (C6.4)', () => {
  it('have the same values on every database, for every type of column', async () => {
    const seen = await see((piece) => piece);
    const [empty, filled] = [...seen].sort((one, other) => (one.title < other.title ? -1 : 1));
    expect(filled).toMatchObject({ ...full, title: 'Vase', keeperId: 1, version: 1 });
    expect(filled!.createdAt).toBeInstanceOf(Date);
    const nothing = Object.fromEntries(Object.keys(full).map((name) => [name, null]));
    expect(empty).toMatchObject({ ...nothing, title: 'Empty' });
  });

  it('are instances of their entity with members of their own', async () => {
    const names = workshop.database.dataSource
      .getMetadata(Piece)
      .columns.map(({ propertyName }) => propertyName);
    const seen = await see((piece) => ({
      isPiece: piece instanceof Piece,
      prototype: Object.getPrototypeOf(piece) === Piece.prototype,
      keys: Object.keys(piece),
      hasOwn: Object.hasOwn(piece, 'shownAt'),
      data: Object.values(Object.getOwnPropertyDescriptors(piece)).every((each) => 'value' in each),
    }));
    for (const each of seen)
      expect(each).toEqual({
        isPiece: true,
        prototype: true,
        keys: expect.arrayContaining(names),
        hasOwn: true,
        data: true,
      });
  });

  it('are copied whole by JSON, spread, assignment and structuredClone', async () => {
    const seen = await see((piece) => ({
      keys: Object.keys(piece),
      json: JSON.parse(JSON.stringify(piece)) as object,
      spread: { ...piece },
      assigned: Object.assign({}, piece),
      cloned: structuredClone({ ...piece, scan: null }),
      clonedWhole: Object.keys(structuredClone(piece)),
    }));
    for (const { keys, json, spread, assigned, cloned, clonedWhole } of seen) {
      for (const copy of [json, spread, assigned, cloned]) expect(Object.keys(copy)).toEqual(keys);
      expect(clonedWhole).toEqual(keys);
      expect(assigned).toEqual(spread);
      expect(cloned).toEqual({ ...spread, scan: null });
    }
  });

  it('are checked by class-validator', async () => {
    IsInt()(Piece.prototype, 'amount');
    const faults = await see((piece) => validateSync(piece).map(({ property }) => property));
    expect(faults.map(String).sort()).toEqual(['', 'amount']);
  });

  it('keep what a handler assigns, without a write', async () => {
    const seen = await see((piece) => {
      piece.title = 'Mine';
      piece.shownAt = null;
      return [piece.title, piece.shownAt];
    });
    expect(seen).toEqual([
      ['Mine', null],
      ['Mine', null],
    ]);
    expect((await workshop.log()).map(({ changes }) => changes)).toEqual(['{}', '{}']);
  });
});

describe('Values that a handler changes in place (C6.4, C8.3)', () => {
  it('are changes once they are written: JSON, instants and lists', async () => {
    await workshop.fill([full]);
    await workshop.restore(async (request, [piece]) => {
      if (!piece) return;
      (piece.notes as Record<string, unknown>).b = 2;
      piece.shownAt!.setUTCFullYear(2025, 0, 1);
      piece.materials!.push('brass');
      const { notes, shownAt, materials } = piece;
      await request.update([piece], { notes, shownAt, materials });
    });
    const [row] = await workshop.log();
    expect(JSON.parse(row!.original)).toEqual({
      notes: { b: 1, a: [true, null, 'x'] },
      shown_at: '2024-02-29T23:59:59.999Z',
      materials: ['oak', 'wax'],
    });
    expect(JSON.parse(row!.changes)).toEqual({
      notes: { b: 2, a: [true, null, 'x'] },
      shown_at: '2025-01-01T23:59:59.999Z',
      materials: ['oak', 'wax', 'brass'],
    });
    const [now] = await workshop.pieces();
    expect(now).toMatchObject({ notes: { b: 2 }, materials: ['oak', 'wax', 'brass'] });
  });
});

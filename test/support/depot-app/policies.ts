import { Injectable } from '@nestjs/common';
import { everything, where, type Policy, type Scope } from '../../../src/index.js';
import type { Keeper, Piece } from './entities.js';
import { Script } from './script.js';

/** Nobody changes keepers unless a test allows it, and nobody sees that there is a head. */
@Injectable()
export class KeeperPolicy implements Policy<Keeper, Keeper> {
  constructor(private readonly script: Script) {}

  scope(): Scope<Keeper> {
    return where({ isHead: false });
  }
  index() {
    return this.script.mayMeetKeepers;
  }
  update(user: Keeper, keeper: Keeper) {
    return this.script.mayChangeKeepers && user.id === keeper.id;
  }
}

/** Locked pieces are for the head alone; keepers change what they brought. */
@Injectable()
export class PiecePolicy implements Policy<Piece, Keeper> {
  constructor(private readonly script: Script) {}

  scope(user: Keeper): Scope<Piece> {
    return user.isHead ? everything() : where({ locked: false });
  }
  index() {
    return true;
  }
  store() {
    return true;
  }
  update(user: Keeper, piece: Piece) {
    return this.script.mayUpdate?.(piece) ?? (user.isHead || piece.keeperId === user.id);
  }
  delete(user: Keeper, piece: Piece) {
    return this.update(user, piece);
  }
}

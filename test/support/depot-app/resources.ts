import { Injectable } from '@nestjs/common';
import {
  BelongsTo,
  Field,
  Input,
  MorphMany,
  Resource,
  ResourceOf,
  type Hooks,
  type Related,
  type ResourceRequest,
  type Unstored,
  type WriteRequest,
} from '../../../src/index.js';
import { Keeper, Piece, Shelf, Sticker } from './entities.js';
import { KeeperPolicy, PiecePolicy } from './policies.js';
import { Script } from './script.js';
import { OpenPolicy } from '../open-policy.js';

const userOf = ({ user }: ResourceRequest): Keeper => user as unknown as Keeper;
const isHead = (request: ResourceRequest): boolean => userOf(request).isHead;

/** Does what the test sets. */
@Injectable()
export class PieceHooks implements Hooks<Piece> {
  constructor(private readonly script: Script) {}

  storing(request: WriteRequest, values: Partial<Piece>) {
    return this.script.hooks.storing?.(request, values);
  }
  stored(request: WriteRequest, piece: Piece) {
    return this.script.hooks.stored?.(request, piece);
  }
  updating(request: WriteRequest, values: Partial<Piece>, piece: Piece) {
    return this.script.hooks.updating?.(request, values, piece);
  }
  updated(request: WriteRequest, piece: Piece) {
    return this.script.hooks.updated?.(request, piece);
  }
  deleting(request: WriteRequest, piece: Piece) {
    return this.script.hooks.deleting?.(request, piece);
  }
  deleted(request: WriteRequest, piece: Piece) {
    return this.script.hooks.deleted?.(request, piece);
  }
}

@Resource({ policy: KeeperPolicy, profile: true })
export class KeeperResource extends ResourceOf(Keeper) {
  @Field() name!: string;
}

@Resource({ policy: OpenPolicy, logged: true })
export class ShelfResource extends ResourceOf(Shelf) {
  @Field() code!: string;
  @Field() label!: string;
  @Field({ image: true, storeAs: 'plan.png' }) plan!: string | null;
  @Field() height!: number;
  @MorphMany(() => StickerResource, { morph: 'stuck' }) stickers!: Related;
}

@Resource({ policy: OpenPolicy, logged: true })
export class StickerResource extends ResourceOf(Sticker) {
  @Field() text!: string;
  @Field({ image: true }) picture!: string | null;
  @Field() stuck_type!: string | null;
  @Field() stuck_id!: string | null;
}

/** Fields without rules, so that only the columns validate. */
@Resource({ policy: PiecePolicy, hooks: PieceHooks })
export class PieceResource extends ResourceOf(Piece) {
  @Field() title!: string;
  /** Without the rule `unique` of its column, so that the database refuses a taken number. */
  @Field({ derive: false }) inventory!: string | null;
  @Field() amount!: number | null;
  @Field() shade!: number | null;
  @Field() serial!: string | null;
  @Field() weight!: string | null;
  @Field({ number: true }) price!: string | null;
  @Field() height!: number | null;
  @Field() on_display!: boolean | null;
  @Field() acquired_on!: string | null;
  @Field() shown_at!: Date | null;
  @Field() notes!: unknown;
  @Field() materials!: string[] | null;
  @Field() scan!: Buffer | null;
  @Field() story!: string | null;
  @Field() finish!: 'raw' | 'oiled' | null;
  @Field() batch!: string | null;
  @Field({ image: true, storeAs: (request) => `${request.operation}.png` }) photo!: string | null;
  @Field() locked!: boolean;
  @Field({
    canWrite: isHead,
    default: (request) => (isHead(request) ? null : `none of ${userOf(request).name}`),
    transform: (insurer: string) => insurer.toUpperCase(),
  })
  insurer!: string | null;
  @Field({ canWrite: isHead, default: (request) => userOf(request).id }) keeper_id!: number;
  @Field() shelf_code!: string | null;
  @Field({ readOnly: true }) version!: number;
  @Field({ readOnly: true }) created_at!: Date;
  @Field({ readOnly: true }) updated_at!: Date;
  /** Required to lock a piece away. */
  @Input({ rules: ['required'], appliesTo: ({ query }) => query.include === 'keeper' })
  reason!: Unstored;

  @BelongsTo(() => KeeperResource) keeper!: Related;
  @BelongsTo(() => ShelfResource) shelf!: Related;
}

/** Every resource of the depot. */
export const depotResources = [KeeperResource, ShelfResource, StickerResource, PieceResource];

import { Injectable } from '@nestjs/common';
import {
  ActionLog,
  BelongsTo,
  everything,
  Field,
  HasMany,
  MorphMany,
  Resource,
  ResourceOf,
  where,
  type Hooks,
  type Policy,
  type Related,
  type Scope,
  type WriteRequest,
} from '../../../../src/index.js';
import {
  CountGrains,
  DryGrains,
  FillSacks,
  GrindAllAtOnce,
  GrindSacks,
  HaulSacks,
  LabelSacks,
  OpenSack,
  SiftGrains,
  StampSack,
  TieSacks,
  WeighSacks,
} from './actions.js';
import type { Keeper } from '../entities.js';
import { KeeperResource } from '../resources.js';
import { Grain, Sack, Slip } from './entities.js';
import { OpenPolicy } from '../../open-policy.js';

/** The head sees all sacks, Oda her own, and Kim has no access. */
@Injectable()
export class SackPolicy implements Policy<Sack, Keeper> {
  scope(keeper: Keeper): Scope<Sack> {
    return keeper.isHead ? everything() : where({ keeper_id: keeper.id });
  }
  index(keeper: Keeper) {
    return keeper.name !== 'Kim';
  }
  store() {
    return true;
  }
  update() {
    return true;
  }
  delete() {
    return true;
  }
}

/** What a test has hooks of sacks do. */
@Injectable()
export class SackHooks implements Hooks<Sack> {
  updatingSack: (values: Partial<Sack>, sack: Sack) => void = () => undefined;
  storingSack: (values: Partial<Sack>) => void = () => undefined;
  deletedSack: (sack: Sack) => void = () => undefined;
  readonly seen: string[] = [];

  updating(_request: WriteRequest, values: Partial<Sack>, sack: Sack) {
    this.updatingSack(values, sack);
  }
  updated(_request: WriteRequest, sack: Sack) {
    this.seen.push(`updated ${sack.id} ${sack.state}`);
  }
  storing(_request: WriteRequest, values: Partial<Sack>) {
    this.storingSack(values);
  }
  stored(_request: WriteRequest, sack: Sack) {
    this.seen.push(`stored ${sack.title}`);
  }
  deleting(_request: WriteRequest, sack: Sack) {
    this.seen.push(`deleting ${sack.id}`);
  }
  deleted(_request: WriteRequest, sack: Sack) {
    this.deletedSack(sack);
  }
}

@Resource({ policy: OpenPolicy })
export class SlipResource extends ResourceOf(Slip) {
  @Field({ rules: ['required'] }) text!: string;
  @Field() sack_id!: number | null;
  @BelongsTo(() => SackResource) sack!: Related;
}

@Resource({ policy: OpenPolicy })
export class SackLogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true }) name!: string;
  @Field({ readOnly: true }) status!: ActionLog['status'];
}

/** Only the head sees the log, and all of it. */
@Injectable()
export class OwnLogPolicy implements Policy<ActionLog, Keeper> {
  scope() {
    return everything();
  }
  index(keeper: Keeper) {
    return keeper.isHead;
  }
}

/** Replaces the log's resource. */
@Resource({ policy: OwnLogPolicy })
export class OwnLogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true, property: 'name' }) what!: string;
}

@Resource({
  policy: SackPolicy,
  hooks: SackHooks,
  logged: true,
  actions: [
    GrindSacks,
    GrindAllAtOnce,
    WeighSacks,
    TieSacks,
    OpenSack,
    FillSacks,
    LabelSacks,
    StampSack,
    HaulSacks,
  ],
})
export class SackResource extends ResourceOf(Sack) {
  @Field({ rules: ['required', 'max:190'] }) title!: string;
  @Field({ rules: ['required'] }) state!: string;
  @Field() weight!: string | null;
  @Field() milled_at!: Date | null;
  @Field({ writeOnly: true }) pin!: string | null;
  @Field() keeper_id!: number;
  @BelongsTo(() => KeeperResource) keeper!: Related;
  @HasMany(() => SlipResource) slips!: Related;
  @MorphMany(() => SackLogResource, { morph: 'actionable' }) logs!: Related;
}

@Resource({ policy: OpenPolicy, tools: true, actions: [SiftGrains, DryGrains, CountGrains] })
export class GrainResource extends ResourceOf(Grain) {
  @Field({ rules: ['required'], property: 'slug' }) id!: string;
  @Field() label!: string;
}

export const sackResources = [SlipResource, SackLogResource, SackResource, GrainResource];

import { Injectable } from '@nestjs/common';
import {
  Action,
  ActionLog,
  BelongsTo,
  BelongsToMany,
  everything,
  Field,
  HasMany,
  MorphMany,
  Resource,
  ResourceOf,
  where,
  type ActionRequest,
  type Policy,
  type Related,
  type ResourceRequest,
  type Scope,
} from '../../../src/index.js';
import { OpenPolicy } from '../open-policy.js';
import { Bed, Gardener, Label, LabelPlant, Leaf, Message, Plant } from './entities.js';

/** What the tests let the code of the garden do. */
@Injectable()
export class GardenScript {
  /** Only plants with this name are visible; `null` for all. */
  visibleName: string | null = null;
  /** Called when a policy decides about an update of a plant. */
  onUpdate: () => boolean = () => true;
  /** Called with the plants that an action outside of the database receives. */
  onSend: (plants: readonly Plant[]) => void = () => undefined;
  canSend: (plant: Plant) => boolean = () => true;

  reset(): void {
    Object.assign(this, new GardenScript());
  }
}

const isHead = ({ user }: ResourceRequest): boolean =>
  (user as unknown as Gardener).name === 'head';

@Injectable()
export class PlantPolicy implements Policy<Plant, Gardener> {
  readonly needs = ['name'] as const;
  constructor(private readonly script: GardenScript) {}

  scope(): Scope<Plant> {
    const { visibleName } = this.script;
    return visibleName === null ? everything() : where({ name: visibleName });
  }
  index() {
    return true;
  }
  store() {
    return true;
  }
  update(_gardener: Gardener, plant: Plant) {
    return plant.name !== 'Fixed' && this.script.onUpdate();
  }
  delete() {
    return true;
  }
  attachLabels() {
    return true;
  }
  detachLabels() {
    return true;
  }
  syncLabels() {
    return true;
  }
}

/** Sends plants to somewhere outside of the database. */
@Action({ onlyOnIndex: true, external: true, chunkCount: 2 })
export class SendPlants {
  constructor(private readonly script: GardenScript) {}
  canRun(_gardener: Gardener, plant: Plant) {
    return this.script.canSend(plant);
  }
  async handle(request: ActionRequest, plants: Plant[]) {
    this.script.onSend(plants);
    await request.update(plants, { grade: 'sent' });
  }
}

@Action({ onlyOnIndex: true, chunkCount: 2 })
export class GradePlants {
  async handle(request: ActionRequest, plants: Plant[]) {
    await request.update(plants, { grade: 'good' });
  }
}

@Action({ onlyOnIndex: true, chunkCount: 2 })
export class ClearBeds {
  async handle(request: ActionRequest, beds: Bed[]) {
    await request.delete(beds);
  }
}

@Resource({ policy: OpenPolicy, profile: true, logged: true })
export class GardenerResource extends ResourceOf(Gardener) {
  @Field({ rules: ['required'] }) name!: string;
}

@Resource({ policy: OpenPolicy, logged: true, tools: true, actions: [ClearBeds] })
export class BedResource extends ResourceOf(Bed) {
  @Field({ rules: ['required', 'max:40'] }) title!: string;
  @Field({ writeOnly: true }) secret!: string | null;
  @Field() gardener_id!: number;
  @HasMany(() => PlantResource, { writable: true }) plants!: Related;
}

@Resource({
  policy: PlantPolicy,
  logged: true,
  tools: true,
  actions: [SendPlants, GradePlants],
})
export class PlantResource extends ResourceOf(Plant) {
  @Field({ rules: ['required', 'max:40'] }) name!: string;
  @Field({ canWrite: isHead }) grade!: string | null;
  @Field({ image: true }) photo!: string | null;
  @Field() bed_id!: number | null;
  @Field() parent_id!: number | null;
  @BelongsTo(() => BedResource) bed!: Related;
  @BelongsTo(() => PlantResource) parent!: Related;
  @HasMany(() => LeafResource, { writable: true }) leaves!: Related;
  @MorphMany(() => MessageResource, { morph: 'about', writable: true }) messages!: Related;
  @BelongsToMany(() => LabelResource, { through: () => LabelPlant, withPivot: ['place'] })
  labels!: Related;
}

@Resource({ policy: OpenPolicy })
export class LeafResource extends ResourceOf(Leaf) {
  @Field({ rules: ['required'] }) shape!: string;
}

@Resource({ policy: OpenPolicy })
export class MessageResource extends ResourceOf(Message) {
  @Field({ rules: ['required'] }) text!: string;
}

@Resource({ policy: OpenPolicy })
export class LabelResource extends ResourceOf(Label) {
  @Field({ rules: ['required'] }) name!: string;
}

@Resource({ policy: OpenPolicy })
export class GardenLogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true }) name!: string;
}

/** Every resource of the garden. */
export const gardenResources = [
  GardenerResource,
  BedResource,
  PlantResource,
  LeafResource,
  MessageResource,
  LabelResource,
  GardenLogResource,
];

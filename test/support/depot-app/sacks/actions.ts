import { Injectable } from '@nestjs/common';
import { IsInt, MaxLength } from 'class-validator';
import {
  Action,
  defineRules,
  everything,
  type ActionRequest,
  type Condition,
  type ResourceRequest,
} from '../../../../src/index.js';
import type { Keeper } from '../entities.js';
import type { Grain, Sack } from './entities.js';

/** What a test has a handler do: `sacks` contains every record that it received, in any scope. */
export type Work = (request: ActionRequest<never>, sacks: Sack[]) => unknown;

/** What the actions on sacks do; each test sets it. */
@Injectable()
export class ActionScript {
  work: Work = () => undefined;
  canRun: (keeper: Keeper, sack: Sack) => boolean | Promise<boolean> = () => true;
  canSee: (request: ResourceRequest) => boolean = () => true;
  indexQuery: (request: ResourceRequest) => Condition<Sack> = () => everything();
  reduce: (total: never, one: never) => unknown = (total) => total;

  reset(): void {
    Object.assign(this, new ActionScript());
  }
}

/** In chunks of three, each its own transaction. */
@Action({ onlyOnIndex: true, chunkCount: 3 })
export class GrindSacks {
  constructor(private readonly script: ActionScript) {}
  canRun(keeper: Keeper, sack: Sack) {
    return this.script.canRun(keeper, sack);
  }
  indexQuery(request: ResourceRequest) {
    return this.script.indexQuery(request);
  }
  handle(request: ActionRequest, sacks: Sack[]) {
    return this.script.work(request as never, sacks);
  }
}

/** In chunks of three, after the response. */
@Action({ onlyOnIndex: true, chunkCount: 3, background: true })
export class HaulSacks {
  constructor(private readonly script: ActionScript) {}
  handle(request: ActionRequest, sacks: Sack[]) {
    return this.script.work(request as never, sacks);
  }
}

/** In chunks of three, and one transaction. */
@Action({ onlyOnIndex: true, chunkCount: 3, transaction: 'run' })
export class GrindAllAtOnce {
  constructor(private readonly script: ActionScript) {}
  handle(request: ActionRequest, sacks: Sack[]) {
    return this.script.work(request as never, sacks);
  }
}

const weighing = defineRules({ most: ['integer'] });

/** In chunks of three, summed up. */
@Action({ onlyOnIndex: true, chunkCount: 3, rules: weighing })
export class WeighSacks {
  constructor(private readonly script: ActionScript) {}
  handle(request: ActionRequest<typeof weighing>, sacks: Sack[]): unknown {
    return this.script.work(request as never, sacks);
  }
  reduce(total: unknown, one: unknown): unknown {
    return this.script.reduce(total as never, one as never);
  }
}

/** On index and show. */
@Action({ destructive: true, uriKey: 'tie' })
export class TieSacks {
  readonly description = 'Tie what is open.';
  constructor(private readonly script: ActionScript) {}
  canSee(request: ResourceRequest) {
    return this.script.canSee(request);
  }
  handle(request: ActionRequest, sacks: Sack[]) {
    return this.script.work(request as never, sacks);
  }
}

@Action({ onlyOnShow: true })
export class OpenSack {
  constructor(private readonly script: ActionScript) {}
  canRun(keeper: Keeper, sack: Sack) {
    return this.script.canRun(keeper, sack);
  }
  description() {
    return 'Open one.';
  }
  handle(request: ActionRequest, sack: Sack) {
    return this.script.work(request as never, [sack]);
  }
}

const filling = defineRules({
  count: ['required', 'integer'],
  'lines.*.text': ['required', 'string'],
});

@Action({ standalone: true, rules: filling, name: 'Fill sacks' })
export class FillSacks {
  constructor(private readonly script: ActionScript) {}
  handle(request: ActionRequest<typeof filling>) {
    return this.script.work(request as never, []);
  }
}

const labelling = defineRules({ label: ['required', 'string'] });

/** Its payload is validated before the handler runs. */
@Action({ onlyOnIndex: true, chunkCount: 3, rules: labelling, validate: true })
export class LabelSacks {
  constructor(private readonly script: ActionScript) {}
  canRun(keeper: Keeper, sack: Sack) {
    return this.script.canRun(keeper, sack);
  }
  handle(request: ActionRequest<typeof labelling>, sacks: Sack[]) {
    return this.script.work(request as never, sacks);
  }
}

export class Stamp {
  @MaxLength(5) text!: string;
  @IsInt() times!: number;
}

@Action({ onlyOnShow: true, payload: Stamp })
export class StampSack {
  constructor(private readonly script: ActionScript) {}
  handle(request: ActionRequest<Stamp>, sack: Sack) {
    return this.script.work(request as never, [sack]);
  }
}

/** On a resource that keeps no log. */
@Action({ onlyOnIndex: true, chunkCount: 2 })
export class SiftGrains {
  constructor(private readonly script: ActionScript) {}
  handle(request: ActionRequest, grains: Grain[]) {
    return this.script.work(request as never, grains as never);
  }
}

/** Runs after its response. */
@Action({ onlyOnIndex: true, chunkCount: 2, background: true })
export class DryGrains {
  constructor(private readonly script: ActionScript) {}
  handle(request: ActionRequest, grains: Grain[]) {
    return this.script.work(request as never, grains as never);
  }
}

/** Always runs in its request. */
@Action({ standalone: true, background: false })
export class CountGrains {
  constructor(private readonly script: ActionScript) {}
  handle(request: ActionRequest) {
    return this.script.work(request as never, []);
  }
}

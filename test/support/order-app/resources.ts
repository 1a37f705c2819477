import { Injectable } from '@nestjs/common';
import {
  ActionLog,
  BelongsTo,
  everything,
  Field,
  HasMany,
  HasOne,
  MorphMany,
  MorphOne,
  Resource,
  ResourceOf,
  where,
  type Hooks,
  type Policy,
  type Related,
  type ResourceRequest,
  type Scope,
  type WriteRequest,
} from '../../../src/index.js';
import { OpenPolicy } from '../open-policy.js';
import { Clerk, Cover, Discount, Line, Order, Receipt, Remark } from './entities.js';

const isHead = ({ user }: ResourceRequest): boolean => (user as unknown as Clerk).isHead;

@Injectable()
export class LinePolicy implements Policy<Line, Clerk> {
  readonly needs = ['locked'] as const;
  /** Runs once, after the policy has decided on an update and before the record is locked. */
  meanwhile: (() => Promise<unknown>) | null = null;

  scope(clerk: Clerk): Scope<Line> {
    return clerk.isHead ? everything() : where({ hidden: false });
  }
  index() {
    return true;
  }
  store() {
    return true;
  }
  async update(_clerk: Clerk, line: Line) {
    const meanwhile = this.meanwhile;
    this.meanwhile = null;
    await meanwhile?.();
    return !line.locked;
  }
  delete(clerk: Clerk, line: Line) {
    return this.update(clerk, line);
  }
}

/** Only the head writes receipts. */
@Injectable()
export class ReceiptPolicy implements Policy<Receipt, Clerk> {
  scope(): Scope<Receipt> {
    return everything();
  }
  index() {
    return true;
  }
  store(clerk: Clerk) {
    return clerk.isHead;
  }
  update(clerk: Clerk) {
    return clerk.isHead;
  }
}

/** Records what hooks of lines receive. */
@Injectable()
export class LineHooks implements Hooks<Line> {
  readonly calls: (readonly [hook: string, request: string, values: object])[] = [];
  /** Fails for this product. */
  failsFor: string | null = null;

  storing(request: WriteRequest, values: Partial<Line>) {
    if (values.product === this.failsFor) throw new Error('The hook failed.');
    this.calls.push(['storing', describe(request), { ...values }]);
  }
  updating(request: WriteRequest, values: Partial<Line>) {
    this.calls.push(['updating', describe(request), { ...values }]);
  }
  stored(request: WriteRequest, line: Line) {
    this.calls.push(['stored', describe(request), { id: line.id }]);
  }
}

const describe = ({ resource, operation, id }: WriteRequest): string =>
  `${operation} ${resource} ${id}`;

@Resource({ policy: OpenPolicy, profile: true })
export class ClerkResource extends ResourceOf(Clerk) {
  @Field() name!: string;
}

@Resource({ policy: OpenPolicy, logged: true, tools: true })
export class OrderResource extends ResourceOf(Order) {
  @Field({ rules: ['required', 'max:40'] }) title!: string;
  @Field() note!: string | null;
  @HasMany(() => LineResource, { writable: true }) lines!: Related;
  @HasMany(() => DiscountResource, { writable: true, canSee: isHead }) discounts!: Related;
  @HasOne({ writable: true }) receipt!: Related;
  @MorphMany(() => RemarkResource, { morph: 'about', writable: true }) remarks!: Related;
  @MorphOne(() => CoverResource, { morph: 'on', writable: true }) cover!: Related;
}

@Resource({ policy: LinePolicy, hooks: LineHooks, logged: true })
export class LineResource extends ResourceOf(Line) {
  @Field({ rules: ['required'] }) product!: string;
  @Field({ rules: ['min:1'] }) quantity!: number;
  @Field() sku!: string | null;
  @Field({ canSee: isHead }) cost!: number | null;
  @Field({ readOnly: true }) hidden!: boolean;
  @Field() order_id!: number;
  @BelongsTo(() => OrderResource) order!: Related;
  @MorphMany(() => RemarkResource, { morph: 'about', writable: true }) remarks!: Related;
}

@Resource({ policy: OpenPolicy })
export class DiscountResource extends ResourceOf(Discount) {
  @Field() percent!: number;
}

@Resource({ policy: ReceiptPolicy })
export class ReceiptResource extends ResourceOf(Receipt) {
  @Field() number!: string;
}

@Resource({ policy: OpenPolicy })
export class RemarkResource extends ResourceOf(Remark) {
  @Field() text!: string;
}

@Resource({ policy: OpenPolicy })
export class CoverResource extends ResourceOf(Cover) {
  @Field() title!: string;
}

@Resource({ policy: OpenPolicy })
export class OrderLogResource extends ResourceOf(ActionLog) {
  @Field({ readOnly: true }) name!: string;
}

/** Every resource of the shop. */
export const orderResources = [
  ClerkResource,
  OrderResource,
  LineResource,
  DiscountResource,
  ReceiptResource,
  RemarkResource,
  CoverResource,
  OrderLogResource,
];

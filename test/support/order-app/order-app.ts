import { OnEvent } from '@nestjs/event-emitter';
import { Injectable } from '@nestjs/common';
import { ResourceModule, type ResourceEvent } from '../../../src/index.js';
import type { TestMethod } from '../../../src/testing/index.js';
import { AppUnderTest, startApp, withKey } from '../app-under-test.js';
import { form, type FormPart } from '../forms.js';
import { CreateOrders1735700000014 } from './create-orders.migration.js';
import { Clerk, Line, Order } from './entities.js';
import { LineHooks, orderResources } from './resources.js';

/** Receives the events of all resources. */
@Injectable()
export class Events {
  readonly received: string[] = [];

  @OnEvent('*.*')
  receive({ resource, name }: ResourceEvent): void {
    this.received.push(`${resource}.${name}`);
  }
}

@ResourceModule({
  resources: orderResources,
  migrations: [CreateOrders1735700000014],
  providers: [Events],
})
class OrderModule {}

/** The user of a request: a clerk, or the head of the shop. */
export type OrderUser = 'clerk' | 'head';

export interface OrderResponse {
  readonly status: number;
  readonly body: any;
  readonly headers: Readonly<Record<string, unknown>>;
}

/** A shop whose orders are written with their lines, on a fresh database of the run's dialect. */
export class OrderApp extends AppUnderTest<Clerk, OrderUser> {
  static async start(): Promise<OrderApp> {
    const started = await startApp<Clerk>({
      modules: [OrderModule],
      options: {
        authentication: { user: { entity: Clerk, identifier: 'name', password: 'password' } },
        limits: { bulk: 40 },
      },
    });
    const clerks = started.test.factory(Clerk, { password: null });
    await clerks.create({ name: 'Kim', isHead: false });
    await clerks.create({ name: 'Hal', isHead: true });
    return new OrderApp(started, { clerk: withKey(Clerk, 1), head: withKey(Clerk, 2) }).signIn();
  }

  get hooks(): LineHooks {
    return this.provider(LineHooks);
  }

  get events(): Events {
    return this.provider(Events);
  }

  /** Stores an order with lines, without the API. */
  async order(...lines: readonly Partial<Line>[]): Promise<{ id: number; lines: number[] }> {
    const { id } = await this.test.factory(Order, { note: null }).create({ title: 'Stored' });
    const factory = this.test.factory(Line, {
      ...{ product: 'pen', quantity: 1, sku: null, cost: null, hidden: false, locked: false },
      orderId: id,
    });
    const keys: number[] = [];
    for (const line of lines) keys.push((await factory.create(line)).id);
    return { id, lines: keys };
  }

  /** `send('POST', 'orders', { title: 'New' })`, below the prefix. */
  send(
    method: TestMethod,
    path: string,
    body?: object,
    user: OrderUser = 'clerk',
    headers: Readonly<Record<string, string>> = {},
  ): Promise<OrderResponse> {
    const client = this.client(user).with({ 'content-type': 'application/json', ...headers });
    return client.send(method, `/${path}`, body === undefined ? undefined : JSON.stringify(body));
  }

  form(path: string, ...parts: readonly FormPart[]): Promise<OrderResponse> {
    const { payload, headers } = form(...parts);
    return this.client('clerk').with(headers).send('POST', `/${path}`, payload);
  }

  /** The values of the rows of a table, in the order of their keys. */
  async rows(table: string, columns: string, condition = '1 = 1') {
    return this.database.query(`select ${columns} from ${table} where ${condition} order by id`);
  }
}

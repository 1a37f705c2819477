import { Controller, Get, Module } from '@nestjs/common';
import {
  InfiniteQueryObserver,
  MutationObserver,
  QueryClient,
  QueryObserver,
  type InfiniteData,
  type InfiniteQueryObserverOptions,
  type MutationObserverOptions,
  type QueryObserverOptions,
  type QueryObserverResult,
} from '@tanstack/query-core';
import * as client from 'resource-api/client';
import * as demoClient from '../../../demo/client/api.js';
import { png } from '../../support/images.js';
import { PageApp } from '../../support/pages/page-app.js';
import { PageProgram } from '../../support/pages/page-program.js';
import type { Page } from '../../support/pages/page.js';

type Api = demoClient.Api;
type Post = Awaited<ReturnType<Api['posts']['show']>>;

/** What the blocks of the page declare. */
interface Declared {
  readonly api: Api;
  readonly page: client.NumberedPage<client.ResourceObject<demoClient.Resources, 'posts'>>;
  readonly post: Post;
  readonly renamed: Post;
  readonly ids: readonly string[];
  readonly file: Blob;
  readonly id: string;
  readonly published: number;
  readonly processed: number;
  readonly published_at: string;
  readonly title: string;
  readonly message: string;
  readonly current: QueryObserverResult<Post>;
  readonly feed: QueryObserverResult<InfiniteData<client.CursorPage<Post>>>;
  readonly report: unknown;
}

/** The controller to which the page sends a request. */
@Controller('reports')
class ReportsController {
  @Get()
  total(): object {
    return { total: 3 };
  }
}
@Module({ controllers: [ReportsController] })
class ReportsModule {}

/** The frontend of a reader of typed-client.md, and the demo that it uses over HTTP. */
export class Frontend {
  /** The calls of functions that the page leaves to the application, in the last section. */
  calls: unknown[][] = [];
  readonly cache = new QueryClient();
  /** Another client, of somebody who works at the same time. */
  readonly other: Api;
  readonly program: PageProgram;
  private readonly mutations: Promise<unknown>[] = [];

  private constructor(
    page: Page,
    private readonly demo: PageApp,
    readonly url: string,
    token: string,
  ) {
    this.other = demoClient.createApi({ url, token });
    this.program = new PageProgram(
      page.text.replaceAll('http://127.0.0.1:3000', url),
      { './api.js': demoClient, 'resource-api/client': client },
      { ...this.application(), ...this.tanStack() },
    );
  }

  static async start(page: Page): Promise<Frontend> {
    const demo = await PageApp.start(new Map(), { modules: [ReportsModule] });
    return new Frontend(page, demo, await demo.address(), await demo.token('admin'));
  }

  get declared(): Declared {
    return this.program.names as unknown as Declared;
  }

  /** Declares what a part of the page needs. */
  declare(names: object): void {
    Object.assign(this.program.names, names);
  }

  /** Runs a section, and waits for the mutations that it started; see {@link PageProgram.run}. */
  async run(heading: string, change?: (code: string) => string): Promise<Record<string, unknown>> {
    this.calls = [];
    const values = await this.program.run(heading, change);
    await this.settled();
    return values;
  }

  async settled(): Promise<void> {
    await Promise.all(this.mutations.splice(0));
  }

  async close(): Promise<void> {
    this.cache.clear();
    await this.demo.close();
  }

  private application() {
    const functions = ['show', 'report', 'offerReload', 'showOffline'].map((name) => [
      name,
      (...values: unknown[]) => this.calls.push([name, ...values]),
    ]);
    const input = { files: [new File([png()], 'me.png', { type: 'image/png' })] };
    return { ...(Object.fromEntries(functions) as object), input };
  }

  /** In place of the functions of a framework; the queries are promises. */
  private tanStack() {
    const { cache } = this;
    return {
      useQuery: (options: QueryObserverOptions) => new QueryObserver(cache, options).refetch(),
      useInfiniteQuery: (options: InfiniteQueryObserverOptions) =>
        new InfiniteQueryObserver(cache, options).refetch(),
      useMutation: (options: MutationObserverOptions<unknown, Error, unknown>) => ({
        mutate: (values: unknown) =>
          void this.mutations.push(new MutationObserver(cache, options).mutate(values)),
      }),
      mutationOf: client.mutationOf,
    };
  }
}

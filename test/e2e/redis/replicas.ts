import { setTimeout as pause } from 'node:timers/promises';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createLogger } from '../../../src/base/logging/index.js';
import type { ResourceApiOptions } from '../../../src/options/resource-api-options.js';
import type { User } from '../../../demo/resources/users/user.entity.js';
import type { DemoApp } from '../../support/demo-app.js';
import { startNode } from '../../support/demo-node.js';

/** Milliseconds: more than a busy machine needs, so that no command of a serving Redis fails. */
const PATIENT = 20_000;

/** Two replicas on one database, and the lines of their logs. */
export class Replicas {
  private constructor(
    readonly first: NestFastifyApplication,
    readonly second: NestFastifyApplication,
    private readonly lines: readonly string[],
  ) {}

  static async start(
    demo: DemoApp,
    url: string,
    change: Partial<ResourceApiOptions<User>> = {},
    timeout = PATIENT,
  ): Promise<Replicas> {
    const lines: string[] = [];
    const logger = createLogger('info', { write: (line) => void lines.push(line) });
    const options = { redis: { url, timeout }, logLevel: 'info' as const, ...change };
    const start = () => startNode(demo, options, logger);
    return new Replicas(await start(), await start(), lines);
  }

  linesWith(words: string): readonly string[] {
    return this.lines.filter((line) => line.includes(words));
  }

  /** How many replicas are without Redis, by what they have logged. */
  get away(): number {
    const back = this.linesWith('Redis is available again').length;
    return this.linesWith('Redis is not available').length - back;
  }

  /** Waits until both replicas have noticed that Redis is away. */
  untilAway(): Promise<void> {
    return until(() => this.away === 2);
  }

  /** Waits until both replicas use Redis. */
  untilBack(): Promise<void> {
    return until(() => this.away === 0);
  }

  async close(): Promise<void> {
    await this.first.close();
    await this.second.close();
  }
}

export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isTrue())) await pause(20);
}

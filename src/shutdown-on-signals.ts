import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Logger } from 'pino';
import type { EdgeAdapter } from './http/edge-adapter.js';
import { Readiness } from './modules/health/readiness.js';
import type { Limits } from './options/limits.js';
import { endInOrder, SIGNALS } from './exit-on-signals.js';

type StopTimes = Pick<Limits, 'drainDelay' | 'shutdownGrace'>;

/**
 * Milliseconds in which a second signal is the first again: npm passes on what the terminal has
 * sent to both.
 */
const ECHO = 100;

/**
 * Ends a service that listens by a signal: on SIGTERM it is first not ready for the drain delay,
 * and serves on. Then nothing new is taken, running requests finish, everything is closed, and the
 * exit is 0. What is not done within the grace ends with it, and the exit is 1. A second signal
 * ends the process at once. Before it listens, `exitOnSignals` ends it.
 *
 * Not by Nest's own hooks: those have no time limit, ignore a second signal, and remove their
 * handlers a moment before the exit, so that a signal at that moment looks like a crash. Nor by
 * `close-with-grace`: it takes the second of two signals that npm sends for one as the order to end
 * at once, and its limit would count the drain delay.
 */
export function shutdownOnSignals(app: INestApplication, times: StopTimes, logger: Logger): void {
  const stop = new SignalledStop(app, times, logger);
  app.get(HttpAdapterHost).listen$.subscribe(() => stop.arm());
}

class SignalledStop {
  private askedAt: number | undefined;

  constructor(
    private readonly app: INestApplication,
    private readonly times: StopTimes,
    private readonly logger: Logger,
  ) {}

  arm(): void {
    for (const signal of SIGNALS) process.on(signal, this.handle);
    endInOrder();
    const server = this.app.getHttpServer() as NodeJS.EventEmitter;
    server.once('close', () => {
      if (this.askedAt === undefined) this.disarm();
    });
  }

  /** An application that was closed by its own code leaves nothing behind in the process. */
  private disarm(): void {
    for (const signal of SIGNALS) process.off(signal, this.handle);
  }

  private readonly handle = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (this.askedAt === undefined) {
      this.askedAt = now;
      void this.stop(signal);
    } else if (now - this.askedAt > ECHO) process.exit(128 + constants.signals[signal]);
  };

  private async drain(): Promise<void> {
    this.app.get(Readiness, { strict: false }).drain();
    (this.app.getHttpAdapter() as EdgeAdapter).drain();
    await pause(this.times.drainDelay);
  }

  private async stop(signal: NodeJS.Signals): Promise<void> {
    this.logger.info({ event: 'stopping', signal });
    // A terminal sends the other signals: whoever sits there does not want to wait.
    if (signal === 'SIGTERM') await this.drain();
    setTimeout(() => {
      this.logger.error({
        event: 'stopped',
        message: 'What runs was not done within the grace, and ends with it.',
      });
      process.exit(1);
    }, this.times.shutdownGrace);
    try {
      await this.app.close();
      this.logger.info({ event: 'stopped' });
      process.exit(0);
    } catch (error) {
      this.logger.error({ event: 'stopped', error });
      process.exit(1);
    }
  }
}

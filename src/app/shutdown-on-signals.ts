import { constants } from 'node:os';
import { setTimeout as pause } from 'node:timers/promises';
import type { INestApplication } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Logger } from 'pino';
import { Shutdown } from '../base/schedule/shutdown.js';
import type { Limits } from '../options/limits.js';
import { endInOrder, SIGNALS } from './exit-on-signals.js';

type StopTimes = Pick<Limits, 'drainDelay' | 'shutdownGrace'>;

/**
 * Milliseconds in which a second signal counts as a copy of the first: npm forwards the signal that
 * the terminal sends to both.
 */
const ECHO = 100;

/**
 * Shuts down a listening service on a signal. On SIGTERM it first reports "not ready" for the drain
 * delay and continues to serve. Then it accepts no new requests, finishes the running ones, closes
 * everything and exits with 0. If that takes longer than the grace period, it exits with 1. A
 * second signal ends the process at once. Before the service listens, `exitOnSignals` handles
 * signals.
 *
 * Nest's own shutdown hooks have no time limit, ignore a second signal, and remove their handlers
 * just before the exit, so a signal at that moment looks like a crash. `close-with-grace` would
 * treat the copy of the signal that npm sends as a second signal, and count the drain delay as part
 * of the grace period.
 */
export function shutdownOnSignals(app: INestApplication, times: StopTimes, logger: Logger): void {
  app.get(HttpAdapterHost).listen$.subscribe(() => stopOnSignals(app, times, logger));
}

/** Does the same from now on, for an application that does not listen. */
export function stopOnSignals(app: INestApplication, times: StopTimes, logger: Logger): void {
  new SignalledStop(app, times, logger).arm();
}

class SignalledStop {
  private stoppedAt: number | undefined;

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
      if (this.stoppedAt === undefined) this.disarm();
    });
  }

  /** Removes the handlers if the application was closed by its own code. */
  private disarm(): void {
    for (const signal of SIGNALS) process.off(signal, this.handle);
  }

  private readonly handle = (signal: NodeJS.Signals): void => {
    const now = performance.now();
    if (this.stoppedAt === undefined) {
      this.stoppedAt = now;
      void this.stop(signal);
    } else if (now - this.stoppedAt > ECHO) process.exit(128 + constants.signals[signal]);
  };

  private async drain(): Promise<void> {
    this.app.get(Shutdown, { strict: false }).drain();
    await pause(this.times.drainDelay);
  }

  private async stop(signal: NodeJS.Signals): Promise<void> {
    this.logger.info({ event: 'stopping', signal });
    // A terminal sends the other signals; its user does not want to wait.
    if (signal === 'SIGTERM') await this.drain();
    setTimeout(() => {
      this.logger.error({
        event: 'stopped',
        message: 'Some requests did not finish within the grace period and were aborted.',
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

import { Inject, Injectable, ServiceUnavailableException } from '@nestjs/common';
import { HealthCheckService, HealthIndicatorService, type HealthCheckResult } from '@nestjs/terminus';
import { RequestError } from '../../errors/index.js';
import { DATABASE, type Database } from '../../execution/database/database.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { STORAGE, type Storage } from '../../storage/storage.js';

/**
 * Whether what a request needs is there: the database, waited for no longer than a request waits for a connection, and
 * the storage of files. While the service stops, the edge refuses this question as every other.
 *
 * @contract C9
 */
@Injectable()
export class Readiness {
  /** Everybody may ask: those who do at the same time share one look, so that nobody keeps the database busy by it. */
  private look: Promise<HealthCheckResult> | undefined;

  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
  ) {}

  /** @throws RequestError `unavailable` that names what is missing, and says no more: everybody may ask */
  check(): Promise<HealthCheckResult> {
    this.look ??= this.askAll().finally(() => (this.look = undefined));
    return this.look;
  }

  private async askAll(): Promise<HealthCheckResult> {
    try {
      return await this.health.check([
        () => this.ask('database', async () => void (await this.database.query('select 1'))),
        () => this.ask('storage', () => this.storage.verify()),
      ]);
    } catch (error) {
      throw error instanceof ServiceUnavailableException ? notReady(error) : error;
    }
  }

  private ask(part: string, question: () => Promise<void>) {
    const { poolWait } = this.options.limits;
    return this.indicators.check(part).attempt(question).withTimeout(poolWait);
  }
}

function notReady(cause: ServiceUnavailableException): RequestError {
  const { error } = cause.getResponse() as HealthCheckResult;
  const message = `Not ready: ${Object.keys(error ?? {}).join(' and ')} cannot be reached.`;
  return new RequestError('unavailable', { message, cause });
}

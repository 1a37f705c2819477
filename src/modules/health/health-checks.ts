import { Inject, Injectable, Optional, ServiceUnavailableException } from '@nestjs/common';
import {
  HealthCheckService,
  HealthIndicatorService,
  type HealthCheckResult,
} from '@nestjs/terminus';
import { RequestError } from '../../base/errors/index.js';
import { SharedState } from '../../base/shared-state.js';
import { DATABASE, type Database } from '../../database/connection/database.js';
import { Shutdown } from '../../base/schedule/shutdown.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { SchemaCheck } from './schema-check.js';
import { STORAGE, type Storage } from '../../storage/storage.js';

/** Checks the service for its operators. @contract C9 */
@Injectable()
export class HealthChecks {
  /**
   * The endpoint is public, so concurrent requests share one check to limit the database's load.
   */
  private running: Promise<HealthCheckResult> | undefined;

  constructor(
    private readonly health: HealthCheckService,
    private readonly indicators: HealthIndicatorService,
    @Inject(DATABASE) private readonly database: Database,
    private readonly schema: SchemaCheck,
    @Inject(STORAGE) private readonly storage: Storage,
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    private readonly shutdown: Shutdown,
    @Optional() private readonly shared?: SharedState,
  ) {}

  /** Checks nothing but that the process responds. */
  live(): Promise<HealthCheckResult> {
    return this.health.check([]);
  }

  /**
   * Checks what requests need: a database that accepts writes, within the time that a request waits
   * for a connection, and a storage that accepts files. Without the state that replicas share, the
   * service is degraded, but ready.
   *
   * @throws RequestError `unavailable` that names what is missing, without details, since the
   * endpoint is public
   */
  async ready(): Promise<HealthCheckResult> {
    if (this.shutdown.isDraining) throw notReady('the service is shutting down.');
    this.running ??= this.checkAll().finally(() => (this.running = undefined));
    return this.running;
  }

  private async checkAll(): Promise<HealthCheckResult> {
    try {
      return await this.health.check([
        () => this.checkPart('database', () => this.verifyDatabase()),
        () => this.checkPart('storage', () => this.storage.verify()),
        ...(this.shared ? [() => this.describe(this.shared!)] : []),
      ]);
    } catch (error) {
      throw error instanceof ServiceUnavailableException ? this.missingParts(error) : error;
    }
  }

  /** Sends nothing: the connection itself notices that the store is away. */
  private describe({ name, isAvailable }: SharedState) {
    const indicator = this.indicators.check(name);
    return isAvailable ? indicator.up() : indicator.degraded();
  }

  private async verifyDatabase(): Promise<void> {
    await this.database.verifyWritable();
    await this.schema.verify();
  }

  private missingParts(cause: ServiceUnavailableException): RequestError {
    const { error } = cause.getResponse() as HealthCheckResult;
    if (!this.schema.isComplete)
      return notReady('the schema of the database is incomplete.', cause);
    return notReady(`${Object.keys(error ?? {}).join(' and ')} cannot be read and written.`, cause);
  }

  private checkPart(part: string, verify: () => Promise<void>) {
    const { poolWait } = this.options.limits;
    return this.indicators.check(part).attempt(verify).withTimeout(poolWait);
  }
}

const notReady = (reason: string, cause?: unknown): RequestError =>
  new RequestError('unavailable', { message: `Not ready: ${reason}`, cause });

import type { Logger } from 'typeorm';
import type { FailureReport } from './transaction-callbacks.js';

/**
 * Takes TypeORM's own lines off the console: what warns or fails is reported, the rest is told by
 * observers.
 */
export class TypeormLogger implements Logger {
  constructor(private readonly report: FailureReport) {}

  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}

  /** TypeORM says only what failed. */
  logMigration(message: string): void {
    this.report(message);
  }

  log(level: 'log' | 'info' | 'warn', message: unknown): void {
    if (level === 'warn') this.report(String(message));
  }
}

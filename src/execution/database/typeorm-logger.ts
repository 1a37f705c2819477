import type { Logger } from 'typeorm';
import type { FailureReport } from './transaction-callbacks.js';

/**
 * Keeps TypeORM's own messages off the console. Warnings and failures are reported; observers
 * receive the statements.
 */
export class TypeormLogger implements Logger {
  constructor(private readonly report: FailureReport) {}

  logQuery(): void {}
  logQueryError(): void {}
  logQuerySlow(): void {}
  logSchemaBuild(): void {}

  /** TypeORM only logs failed migrations. */
  logMigration(message: string): void {
    this.report(message);
  }

  log(level: 'log' | 'info' | 'warn', message: unknown): void {
    if (level === 'warn') this.report(String(message));
  }
}

/** OpenTelemetry was asked for, but cannot be used. The message names the cause and the remedy. */
export class TelemetryError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'TelemetryError';
  }
}

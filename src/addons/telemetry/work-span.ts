import type { Attributes, Context, Span, Tracer } from '@opentelemetry/api';
import { isError, statusOf } from '../../base/errors/index.js';
import type {
  SentStatement,
  Stage,
  StatementEnd,
  WorkPart,
  WorkTrace,
} from '../../base/work-trace.js';
import { operationOf } from '../../database/connection/statement-kind.js';
import type { Api } from './load-telemetry.js';

/** What creates spans. */
export interface SpanSource {
  readonly api: Api;
  readonly tracer: Tracer;
  /** The name of the database in OpenTelemetry's conventions. */
  readonly system: string;
}

/**
 * The span of some work, and those below it: one for each stage, below it one for each statement and
 * part.
 */
export class WorkSpan implements WorkTrace {
  /** Where code of the application, or an instrumentation, creates spans below this one. */
  readonly context: Context;
  private stage: { readonly name: Stage; readonly span: Span; readonly context: Context } | null =
    null;

  constructor(
    protected readonly source: SpanSource,
    protected readonly span: Span,
    parent: Context,
  ) {
    this.context = source.api.trace.setSpan(parent, span);
  }

  enter(stage: Stage | null): void {
    if (this.stage?.name === stage) return;
    this.stage?.span.end();
    this.stage = null;
    if (stage === null) return;
    const span = this.source.tracer.startSpan(stage, {}, this.context);
    this.stage = { name: stage, span, context: this.source.api.trace.setSpan(this.context, span) };
  }

  send({ sql }: SentStatement): StatementEnd {
    const span = this.statement(sql);
    return (rows, error) => {
      if (error === undefined) span.setAttribute('db.response.returned_rows', rows);
      this.endStatement(span, error);
    };
  }

  sent(sql: string, milliseconds: number, error: unknown): void {
    this.endStatement(this.statement(sql, Date.now() - milliseconds), error);
  }

  async within<Result>(
    { name, attributes = {} }: WorkPart,
    work: (inside: WorkTrace) => Promise<Result>,
  ): Promise<Result> {
    const { tracer, api } = this.source;
    const span = tracer.startSpan(name, { attributes: { ...attributes } }, this.current);
    const part = new WorkSpan(this.source, span, this.current);
    try {
      return await api.context.with(part.context, () => work(part));
    } catch (error) {
      span.setAttribute('error.type', codeOf(error));
      // A rejected request, such as one for a missing record, does not mean that the service failed.
      if (statusOf(error) >= 500) part.markFailed();
      throw error;
    } finally {
      part.close();
    }
  }

  /** Ends the span, and that of its stage. */
  protected close(attributes: Attributes = {}): void {
    this.enter(null);
    this.span.setAttributes(attributes);
    this.span.end();
  }

  protected markFailed(span = this.span): void {
    span.setStatus({ code: this.source.api.SpanStatusCode.ERROR });
  }

  private get current(): Context {
    return this.stage?.context ?? this.context;
  }

  private statement(sql: string, startTime?: number): Span {
    const { api, tracer, system } = this.source;
    const operation = operationOf(sql);
    const attributes = {
      'db.system.name': system,
      'db.operation.name': operation,
      'db.query.text': sql,
    };
    const options = { kind: api.SpanKind.CLIENT, attributes };
    const started = startTime === undefined ? options : { ...options, startTime };
    return tracer.startSpan(operation, started, this.current);
  }

  private endStatement(span: Span, error: unknown): void {
    if (error !== undefined) {
      const code = codeOf(error);
      span.setAttributes({ 'error.type': code, 'db.response.status_code': code });
      this.markFailed(span);
    }
    span.end();
  }
}

/** Returns the code of an error, or its type: its message may contain values. */
function codeOf(error: unknown): string {
  if (!isError(error)) return typeof error;
  const { code, cause } = error as Error & { readonly code?: unknown };
  if (code !== undefined) return String(code);
  return cause === undefined ? error.name : codeOf(cause);
}

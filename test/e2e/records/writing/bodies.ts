/** A record as show, store and update return it. */
export interface RecordBody {
  readonly data: {
    readonly id: string;
    readonly type: string;
    readonly attributes: Readonly<Record<string, unknown>>;
    readonly relationships?: Readonly<Record<string, unknown>>;
    readonly meta: Readonly<Record<string, boolean>>;
  };
}

/** An error response. */
export interface RefusalBody {
  readonly message: string;
  readonly code: string;
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

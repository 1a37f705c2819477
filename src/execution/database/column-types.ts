/** SQL types that keep a value alike on every database. */
export interface ColumnTypes {
  /** An integer key that the database counts up, and never gives out twice. */
  readonly key: string;
  readonly integer: string;
  readonly boolean: string;
  /** An instant in UTC, to the millisecond. */
  readonly datetime: string;
  readonly json: string;
  /** A uuid in its 36 letters. */
  readonly uuid: string;
  /** {@link uuid} that is made by the database where TypeORM leaves that to it. */
  readonly uuidKey: string;
  /** Up to so many characters, compared by code points, trailing blanks included. @contract C1.6 */
  text(length: number): string;
  /** Text of any length, compared in the same way. */
  readonly longText: string;
  /** The instant of the statement, as the default of a `datetime` column. */
  readonly now: string;
  /** `created_at` and `updated_at`, for the columns of a table. */
  readonly timestamps: Readonly<Record<'created_at' | 'updated_at', string>>;
}

/** The pieces of instants. */
export const instants = (
  datetime: string,
  now: string,
): Pick<ColumnTypes, 'datetime' | 'now' | 'timestamps'> => {
  const column = `${datetime} default ${now} not null`;
  return { datetime, now, timestamps: { created_at: column, updated_at: column } };
};

const integerTypes = new Set(['int', 'integer', 'smallint', 'mediumint', 'tinyint', 'bigint']);

/** Returns whether a type of a column, as TypeORM normalizes it, contains integers. */
export const isIntegerType = (type: string): boolean => integerTypes.has(type);

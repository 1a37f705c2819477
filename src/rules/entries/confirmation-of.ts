/** Returns the member that repeats a field with the rule `confirmed`. It need not be declared. */
export const confirmationOf = (field: string): string => `${field}_confirmation`;

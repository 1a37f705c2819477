/**
 * The collation that compares code points, trailing blanks included, by the name that each server
 * has for it.
 * @contract C1.6
 */
export const exactCollations = { mariadb: 'utf8mb4_nopad_bin', mysql: 'utf8mb4_0900_bin' } as const;

/**
 * The collation that compares code points, including trailing spaces, by its name on each server.
 * @contract C1.6
 */
export const exactCollations = { mariadb: 'utf8mb4_nopad_bin', mysql: 'utf8mb4_0900_bin' } as const;

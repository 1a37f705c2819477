/** How the addresses of each kind of database begin. */
export const databaseProtocols = {
  postgres: ['postgres:', 'postgresql:'],
  mysql: ['mysql:', 'mariadb:'],
  sqlite: ['sqlite:'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

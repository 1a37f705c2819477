import type { Deployment, Environment, ResourceApiOptions } from 'resource-api';
import { Account, NotesModule } from './notes.js';

export const authentication: ResourceApiOptions<Account>['authentication'] = {
  user: { entity: Account, identifier: 'email', password: 'password' },
};

/** Loaded by the command line `resource-api`. */
export function deployment(environment: Environment): Deployment<Account> {
  return {
    options: {
      database: { url: environment.DATABASE_URL },
      storage: { path: environment.STORAGE_PATH },
      authentication,
      logLevel: environment.LOG_LEVEL,
    },
    modules: [NotesModule],
  };
}

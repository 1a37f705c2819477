import { exists, optionsFrom, where, type Deployment, type Environment } from 'resource-api';
import { demoModules } from './resources/index.js';
import { User } from './resources/users/user.entity.js';

/** The demo: a publishing house, configured by environment variables. */
export function deployment(environment: Environment): Deployment<User> {
  const { authentication, reference, ...options } = optionsFrom(environment);
  return {
    options: {
      ...options,
      authentication: {
        ...authentication,
        user: {
          entity: User,
          identifier: 'email',
          password: 'password',
          suspendedAt: 'suspended_at',
          facts: { is_editor: exists<User, 'roles'>('roles', where({ name: 'editor' })) },
        },
      },
      explain: { can: (user) => user.is_admin },
      viewAs: { can: (user, other) => user.is_admin && !other.is_admin },
      why: { can: (user) => user.is_admin },
      reference: reference && {
        title: 'The publishing house',
        version: '0.1.0',
        description: 'Users, posts, videos and comments: the demo of Resource API.',
        contact: { name: 'The publishing house', email: 'admin@example.com' },
        license: { name: 'MIT', identifier: 'MIT' },
      },
    },
    modules: demoModules,
  };
}

import type { DataSource } from 'typeorm';
import type { UserOptions } from '../../options/resource-api-options.js';
import { suggestName } from '../../registry/draft/suggest-name.js';
import type { Finding } from '../../registry/draft/verifier.js';

const columnOptions = ['identifier', 'password', 'suspendedAt'] as const;

/** Returns the faults in the authentication options, compared with the users' entity. */
export function findUserFaults(dataSource: DataSource, user: UserOptions): readonly Finding[] {
  const { name, columns, primaryColumns } = dataSource.getMetadata(user.entity);
  const properties = columns.map(({ propertyName }) => propertyName);
  const unknown = columnOptions.filter(
    (option) => user[option] !== undefined && !properties.includes(user[option]),
  );
  return [
    ...(primaryColumns.length > 1
      ? [
          {
            resource: 'authentication.user.entity',
            member: '',
            wrong: `the key of ${name} is ${primaryColumns.map(({ propertyName }) => propertyName).join(' and ')}`,
            instead: 'an entity with exactly one key column',
          },
        ]
      : []),
    ...unknown.map((option) => ({
      resource: `authentication.user.${option}`,
      member: '',
      wrong: `${name} has no column "${user[option]}"`,
      instead: suggestName(String(user[option]), properties),
    })),
  ];
}

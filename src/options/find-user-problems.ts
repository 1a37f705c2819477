import type { DataSource, EntityMetadata } from 'typeorm';
import { allowedNames } from '../errors/index.js';
import type { OptionProblem } from './options-error.js';
import type { UserOptions } from './resource-api-options.js';

const COLUMNS = ['identifier', 'password', 'suspendedAt'] as const;

/** Holds what authentication names against the entities that modules bring. */
export function findUserProblems(dataSource: DataSource, user: UserOptions): readonly OptionProblem[] {
  if (!dataSource.hasMetadata(user.entity)) return [unregistered(user)];
  const metadata = dataSource.getMetadata(user.entity);
  return [...keyProblems(metadata), ...COLUMNS.flatMap((option) => columnProblems(metadata, option, user[option]))];
}

function unregistered({ entity }: UserOptions): OptionProblem {
  return {
    option: 'authentication.user.entity',
    text: `No module brings ${entity.name}; name it in the entities of a @ResourceModule, or declare its resource.`,
  };
}

function keyProblems({ name, primaryColumns }: EntityMetadata): readonly OptionProblem[] {
  if (primaryColumns.length === 1) return [];
  const columns = primaryColumns.map(({ propertyName }) => propertyName).join(' and ');
  const text = `The key of ${name} is ${columns}; allowed: an entity whose key is one column.`;
  return [{ option: 'authentication.user.entity', text }];
}

function columnProblems(
  { name, columns }: EntityMetadata,
  option: string,
  property?: string,
): readonly OptionProblem[] {
  const properties = columns.map(({ propertyName }) => propertyName);
  if (property === undefined || properties.includes(property)) return [];
  const text = `${name} has no column for "${property}".${allowedNames(property, properties)}`;
  return [{ option: `authentication.user.${option}`, text }];
}

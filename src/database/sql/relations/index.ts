import type { Join } from '../../../registry/resources/compiled-resource.js';
import { parentKeySql } from './parent-key-sql.js';
import { pivot } from './pivot.js';
import type { RelationSql } from './relation-sql.js';
import { relatedKeySql } from './related-key-sql.js';

/** One row for each place where a relation's key may be. */
const relations = { parent: parentKeySql, related: relatedKeySql, pivot };

export const relationSqlOf = ({ keyOn }: Join): RelationSql<Join> => relations[keyOn];

import type { Join } from '../../../registry/compiled-resource.js';
import { here } from './here.js';
import { pivot } from './pivot.js';
import type { RelationSql } from './relation-sql.js';
import { there } from './there.js';

/** A row for each place where a relation's key may lie. */
const relations = { here, there, pivot };

export const relationSqlOf = ({ lies }: Join): RelationSql<Join> => relations[lies];

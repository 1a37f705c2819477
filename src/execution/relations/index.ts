import type { Join } from '../../registry/compiled-resource.js';
import { here } from './here.js';
import { pivot } from './pivot.js';
import type { RelationText } from './relation-text.js';
import { there } from './there.js';

/** A row for each place where a relation's key may lie. */
const relationTexts = { here, there, pivot };

export const relationTextOf = ({ lies }: Join): RelationText<Join> => relationTexts[lies];

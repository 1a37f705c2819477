import type { DeclaredEntity } from '../declared-entities.js';

/** An entity, and the path that a file imports it by. */
export interface ImportedEntity extends Pick<DeclaredEntity, 'className' | 'key'> {
  readonly from: string;
}

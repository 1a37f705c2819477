import type { Names } from '../names.js';
import type { ImportedEntity } from './imported-entity.js';

/** A new filter of an index, by the key until it is changed. */
export const filterTemplate = (
  { class: name }: Names,
  { className: entity, from, key }: ImportedEntity,
): string =>
  `import {
  Filter,
  where,
  type Condition,
  type FilterHandler,
  type ResourceRequest,
} from 'resource-api';
import type { ${entity} } from '${from}';

@Filter({ value: ${rulesOf(key)} })
export class ${name} implements FilterHandler<${entity}, ${rulesOf(key)}> {
  condition(_request: ResourceRequest, value: ${key.type}): Condition<${entity}> {
    return where<${entity}>({ ${key.property}: value });
  }
}
`;

/** The test of a new filter. */
export const filterSpecTemplate = (
  { class: name, file }: Names,
  { className: entity, from, key }: ImportedEntity,
  runner: string,
): string => {
  const value = key.type === 'number' ? '1' : "'1'";
  return `import { where, type ResourceRequest } from 'resource-api';
import { describe, expect, it } from '${runner}';
import type { ${entity} } from '${from}';
import { ${name} } from './${file}.filter.js';

describe('The filter ${file}', () => {
  it('selects the records with a value', () => {
    const condition = new ${name}().condition({} as ResourceRequest, ${value});
    expect(condition).toEqual(where<${entity}>({ ${key.property}: ${value} }));
  });
});
`;
};

const rulesOf = ({ type }: ImportedEntity['key']): string =>
  type === 'number' ? "['required', 'integer']" : "['required', 'string']";

import type { Names, ResourceNames } from '../workspace/names.js';

/** A new filter of an index. */
export const filterTemplate = (
  { class: name }: Names,
  { class: entity, file }: ResourceNames,
): string =>
  `import {
  Filter,
  where,
  type Condition,
  type FilterHandler,
  type ResourceRequest,
} from 'resource-api';
import type { ${entity} } from './${file}.entity.js';

@Filter({ value: ['required', 'integer'] })
export class ${name} implements FilterHandler<${entity}, ['required', 'integer']> {
  condition(_request: ResourceRequest, value: number): Condition<${entity}> {
    return where<${entity}>({ id: value });
  }
}
`;

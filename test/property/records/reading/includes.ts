import fc from 'fast-check';
import type {
  CompiledRelated,
  CompiledResource,
} from '../../../../src/registry/resources/compiled-resource.js';

/** A path of relations from a resource, with or without columns: `books[title].genres`. */
function path(resource: CompiledResource, depth: number): fc.Arbitrary<string> {
  const members = [...resource.relations.values()];
  if (members.length === 0 || depth === 0) return fc.constant('');
  return fc.constantFrom(...members).chain((member) => step(member, depth));
}

function step(member: CompiledRelated, depth: number): fc.Arbitrary<string> {
  if (member.form !== 'relation') return fc.constant(member.key);
  return fc
    .tuple(columns(member.resource), path(member.resource, depth - 1))
    .map(([list, rest]) => `${member.key}${list}${rest === '' ? '' : `.${rest}`}`);
}

const columns = ({ fields }: CompiledResource): fc.Arbitrary<string> => {
  const readable = [
    'id',
    ...[...fields.values()].filter((field) => field.readable).map(({ name }) => name),
  ];
  return fc.option(
    fc
      .uniqueArray(fc.constantFrom(...readable), { minLength: 1, maxLength: 4 })
      .map((names) => `[${names.join('|')}]`),
    { nil: '', freq: 3 },
  );
};

/** An index of one of the resources, and its query string. */
export const indexWithIncludes = (
  resources: readonly CompiledResource[],
): fc.Arbitrary<readonly [string, string]> =>
  fc.constantFrom(...resources.filter(({ relations }) => relations.size > 0)).chain((resource) =>
    fc.tuple(
      fc.constant(resource.key),
      fc
        .tuple(
          fc.uniqueArray(path(resource, 4), { minLength: 1, maxLength: 3 }),
          fc.integer({ min: 1, max: 3 }),
          fc.integer({ min: 1, max: 12 }),
          fc.integer({ min: 1, max: 5 }),
        )
        .map(
          ([paths, page, size, related]) =>
            `include=${paths.map(encodeURIComponent).join(',')}&page=${page}&perPage=${size}&relatablePerPage=${related}`,
        ),
    ),
  );

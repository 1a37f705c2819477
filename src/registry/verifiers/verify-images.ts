import type { ValueType } from '../resources/compiled-resource.js';
import type { FieldDraft, ResourceDraft } from '../draft/draft.js';
import { eachResource, faultAt } from './each-resource.js';

/** A name without a folder, and none that a folder hides. */
const fileName = /^[\p{L}\p{N}_-][\p{L}\p{N}_. -]{0,99}$/u;

/** The path of an image is in a text column, and its file name is not a path. @contract C10.2 */
export const verifyImages = eachResource(function* (draft) {
  for (const field of draft.fields) {
    const { name, options, column } = field;
    const { image, storeAs } = options;
    if (storeAs !== undefined && !image)
      yield faultAt(draft, name, 'storeAs is for images', 'image: true as well');
    if (typeof storeAs === 'string' && !fileName.test(storeAs))
      yield faultAt(
        draft,
        name,
        `storeAs "${storeAs}" is not a plain file name`,
        'letters, digits, _ - and . without a folder, such as "avatar.png"',
      );
    if (image && column && column.type !== 'text')
      yield faultAt(
        draft,
        name,
        `the column of an image contains its path, but ${column.property} is ${column.databaseType}`,
        `@Column('varchar') in the entity`,
      );
    yield* verifyLength(draft, field);
  }
});

/**
 * A path that its column cannot take would be found out by the first file, and on some databases be
 * cut.
 */
function* verifyLength(
  draft: ResourceDraft,
  { name, options: { image, storeAs }, column }: FieldDraft,
) {
  if (!image || !column?.length || typeof storeAs === 'function') return;
  const longest = longestPath(draft, storeAs);
  if (longest > column.length)
    yield faultAt(
      draft,
      name,
      `its paths have up to ${longest} characters, and ${column.property} takes ${column.length}`,
      `@Column('varchar', { length: ${longest} })${storeAs === undefined ? '' : ', or a shorter storeAs: letters beyond ASCII count up to 12'}`,
    );
}

const RANDOM = 22;
const MAX_EXTENSION_LENGTH = '.webp'.length;
/** Characters of a key in a path; of every other type at most 64. */
const keyLengths: Readonly<Partial<Record<ValueType, number>>> = {
  integer: 11,
  bigint: 20,
  uuid: 36,
};

/** `/storage/<resource>/<key>/<random>`, and then an extension or a name. */
function longestPath({ key, table }: ResourceDraft, storeAs: string | undefined): number {
  const type = table?.keys[0]?.type;
  const name =
    storeAs === undefined ? MAX_EXTENSION_LENGTH : 1 + encodeURIComponent(storeAs).length;
  return `/storage/${key}/`.length + ((type && keyLengths[type]) ?? 64) + 1 + RANDOM + name;
}

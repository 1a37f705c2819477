import { eachResource, faultAt } from './each-resource.js';

/** A name without a folder, and none that a folder hides. */
const fileName = /^[\p{L}\p{N}_-][\p{L}\p{N}_. -]{0,99}$/u;

/** The path of an image lies in a text column, under a name that is no path. @contract C10.2 */
export const verifyImages = eachResource(function* (draft) {
  for (const { name, options, column } of draft.fields) {
    const { image, storeAs } = options;
    if (storeAs !== undefined && !image) yield faultAt(draft, name, 'storeAs is for images', 'image: true beside it');
    if (typeof storeAs === 'string' && !fileName.test(storeAs))
      yield faultAt(
        draft,
        name,
        `storeAs "${storeAs}" is no plain file name`,
        'letters, digits, _ - and . without a folder, such as "avatar.png"',
      );
    if (image && column && column.type !== 'text')
      yield faultAt(
        draft,
        name,
        `the column of an image holds its path, and ${column.property} is ${column.databaseType}`,
        `@Column('varchar') in the entity`,
      );
  }
});

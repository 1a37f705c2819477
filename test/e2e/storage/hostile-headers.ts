/** What fills the header of an image, so that it would be searched for long. */
export const hostileFillers: readonly (readonly [string, Buffer])[] = [
  ['zeros', Buffer.from([0])],
  ['fill bytes', Buffer.from([0xff])],
  ['segments without content', Buffer.from([0xff, 0xe1, 0, 2])],
  ['segments without length', Buffer.from([0xff, 0xe1, 0, 0])],
  ['profiles within a profile', Buffer.from('\xff\xe1\x00\x0aExif\0\0MM', 'latin1')],
];

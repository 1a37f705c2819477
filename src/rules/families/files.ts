import { inexact } from '../json-schema.js';
import { none, BoundsFault, ParameterFault, strings, type Parameter } from '../parameters.js';
import { ReceivedFile } from '../received-file.js';
import { defineRule, type RuleEntry } from '../rule-entry.js';

const imageTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
]);

const aFile = inexact({ description: 'A file, as a part of a form (multipart/form-data).' });
const isFile = (value: unknown): value is ReceivedFile => value instanceof ReceivedFile;

const sameExtension: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'jpg'],
  ['tiff', 'tif'],
  ['mpeg', 'mpg'],
  ['htm', 'html'],
]);
const extension = (written: string): string =>
  sameExtension.get(written.toLowerCase()) ?? written.toLowerCase();

const isOfType = (mime: string, wanted: string): boolean =>
  wanted.endsWith('/*') ? mime.startsWith(wanted.slice(0, -1)) : mime === wanted;

interface Dimensions {
  readonly text: string;
  readonly isMet: (width: number, height: number) => boolean;
}
type Demand = (wanted: number) => Dimensions['isMet'];

/** A ratio is met by the nearest whole pixels. */
const ratioOf =
  (ratio: number): Dimensions['isMet'] =>
  (width, height) =>
    Math.abs(width - height * ratio) <= Math.max(1, ratio) / 2;

const demands: ReadonlyMap<string, Demand> = new Map<string, Demand>([
  ['width', (wanted) => (width) => width === wanted],
  ['height', (wanted) => (_width, height) => height === wanted],
  ['min_width', (wanted) => (width) => width >= wanted],
  ['min_height', (wanted) => (_width, height) => height >= wanted],
  ['max_width', (wanted) => (width) => width <= wanted],
  ['max_height', (wanted) => (_width, height) => height <= wanted],
  ['ratio', ratioOf],
]);

const dimensions: Parameter<Dimensions> = {
  shape: ':<demand>=<number>,...',
  example: 'min_width=100,ratio=3/2',
  wanted:
    'takes demands such as min_width=100,max_height=800,ratio=3/2, of: width, height, min_width, min_height, max_width, max_height, ratio',
  read: (text) => {
    const read = (text ?? '').split(',').map(readDemand);
    verifyOrder(text ?? '');
    return { text: text!, isMet: (width, height) => read.every((isMet) => isMet(width, height)) };
  },
};

/** @throws BoundsFault where the least width or height is above the most */
function verifyOrder(text: string): void {
  for (const side of ['width', 'height']) {
    const [min, max] = ['min', 'max'].map((bound) =>
      new RegExp(`(?<=(?:^|,)${bound}_${side}=)[^,]+`).exec(text),
    );
    if (!min || !max || Number(min[0]) <= Number(max[0])) continue;
    const swap = new Map([
      [min.index, max[0]],
      [max.index, min[0]],
    ]);
    throw new BoundsFault(
      text.replace(/(?<==)[^,]+/g, (value, index: number) => swap.get(index) ?? value),
    );
  }
}

function readDemand(text: string): Dimensions['isMet'] {
  const [, name = '', first, second] =
    /^([a-z_]+)=(\d{1,6}(?:\.\d{1,6})?)(?:\/(\d{1,6}))?$/.exec(text) ?? [];
  const demand = demands.get(name);
  const wanted = Number(first) / Number(second ?? 1);
  if (!demand || !(wanted > 0) || !Number.isFinite(wanted) || (second && name !== 'ratio'))
    throw new ParameterFault();
  return demand(wanted);
}

/**
 * Files of forms, by what was found in them; their size in kilobytes is measured by `min`, `max`,
 * `size`.
 *
 * @contract C10.1
 */
export const fileRules: readonly RuleEntry[] = [
  defineRule<null>({
    name: 'file',
    stage: 'type',
    kind: 'file',
    parameter: none,
    description: 'Is an uploaded file.',
    texts: {
      en: 'The :attribute field must be a file.',
      de: 'Das Feld :attribute muss eine Datei sein.',
      fr: 'Le champ :attribute doit être un fichier.',
    },
    check: isFile,
    schema: () => aFile,
  }),
  defineRule<null>({
    name: 'image',
    stage: 'type',
    kind: 'file',
    parameter: none,
    description: 'Is an uploaded image by its content: JPEG, PNG, WebP or GIF.',
    texts: {
      en: 'The :attribute field must be an image.',
      de: 'Das Feld :attribute muss ein Bild sein.',
      fr: 'Le champ :attribute doit être une image.',
    },
    check: (value) => isFile(value) && imageTypes.has(value.type?.mime ?? ''),
    schema: () => aFile,
  }),
  defineRule<readonly string[]>({
    name: 'mimes',
    stage: 'format',
    kind: 'file',
    parameter: {
      ...strings,
      shape: ':<extension>,...',
      example: 'jpg,png',
      wanted: 'takes extensions, such as jpg,png',
    },
    description: 'Is a file whose content is of a type with one of these extensions.',
    texts: {
      en: 'The :attribute field must be a file of type: :values.',
      de: 'Das Feld :attribute muss eine Datei dieses Typs sein: :values.',
      fr: 'Le champ :attribute doit être un fichier de type : :values.',
    },
    placeholders: (values) => ({ values: values.join(', ') }),
    check: (value, wanted) =>
      isFile(value) &&
      value.type !== null &&
      wanted.map(extension).includes(extension(value.type.extension)),
    schema: () => aFile,
  }),
  defineRule<readonly string[]>({
    name: 'mimetypes',
    stage: 'format',
    kind: 'file',
    parameter: {
      ...strings,
      shape: ':<type>,...',
      example: 'image/*',
      wanted: 'takes types, such as image/png,image/*',
    },
    description: 'Is a file whose content is of one of these types; `image/*` is any image.',
    texts: {
      en: 'The :attribute field must be a file of type: :values.',
      de: 'Das Feld :attribute muss eine Datei dieses Typs sein: :values.',
      fr: 'Le champ :attribute doit être un fichier de type : :values.',
    },
    placeholders: (values) => ({ values: values.join(', ') }),
    check: (value, wanted) =>
      isFile(value) &&
      value.type !== null &&
      wanted.some((each) => isOfType(value.type!.mime, each)),
    schema: () => aFile,
  }),
  defineRule<Dimensions>({
    name: 'dimensions',
    stage: 'format',
    kind: 'file',
    parameter: dimensions,
    description:
      'Is an image with such sides, in pixels: `width`, `height`, `min_width`, `min_height`, `max_width`, `max_height`, `ratio` (`3/2`).',
    texts: {
      en: 'The :attribute field has invalid image dimensions.',
      de: 'Das Bild im Feld :attribute hat unzulässige Maße.',
      fr: "Les dimensions de l'image du champ :attribute ne conviennent pas.",
    },
    placeholders: ({ text }) => ({ values: text }),
    check: (value, { isMet }) =>
      isFile(value) &&
      value.dimensions !== null &&
      isMet(value.dimensions.width, value.dimensions.height),
    schema: () => aFile,
  }),
];

import { inexact } from '../../base/json-schema.js';
import {
  none,
  BoundsFault,
  ParameterFault,
  strings,
  type RuleParameter,
} from '../entries/parameters.js';
import { ReceivedFile } from '../values/received-file.js';
import { defineRule, type RuleEntry } from '../entries/rule-entry.js';

const imageTypes: ReadonlySet<string> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/gif',
]);

const aFile = inexact({ description: 'A file, sent as a part of a form (multipart/form-data).' });
const isFile = (value: unknown): value is ReceivedFile => value instanceof ReceivedFile;

const sameExtension: ReadonlyMap<string, string> = new Map([
  ['jpeg', 'jpg'],
  ['tiff', 'tif'],
  ['mpeg', 'mpg'],
  ['htm', 'html'],
]);
const extension = (written: string): string =>
  sameExtension.get(written.toLowerCase()) ?? written.toLowerCase();

const isOfType = (mime: string, expected: string): boolean =>
  expected.endsWith('/*') ? mime.startsWith(expected.slice(0, -1)) : mime === expected;

interface Dimensions {
  readonly written: string;
  readonly isMet: (width: number, height: number) => boolean;
}
type Demand = (expected: number) => Dimensions['isMet'];

/** A ratio is met if the sides are the nearest whole pixels. */
const ratioOf =
  (ratio: number): Dimensions['isMet'] =>
  (width, height) =>
    Math.abs(width - height * ratio) <= Math.max(1, ratio) / 2;

const demands: ReadonlyMap<string, Demand> = new Map<string, Demand>([
  ['width', (expected) => (width) => width === expected],
  ['height', (expected) => (_width, height) => height === expected],
  ['min_width', (least) => (width) => width >= least],
  ['min_height', (least) => (_width, height) => height >= least],
  ['max_width', (most) => (width) => width <= most],
  ['max_height', (most) => (_width, height) => height <= most],
  ['ratio', ratioOf],
]);

const dimensions: RuleParameter<Dimensions> = {
  shape: ':<constraint>=<number>,...',
  example: 'min_width=100,ratio=3/2',
  expected:
    'takes constraints such as min_width=100,max_height=800,ratio=3/2, of: width, height, min_width, min_height, max_width, max_height, ratio',
  read: (written) => {
    const read = (written ?? '').split(',').map(readDemand);
    verifyOrder(written ?? '');
    return {
      written: written!,
      isMet: (width, height) => read.every((isMet) => isMet(width, height)),
    };
  },
};

/** @throws BoundsFault if the minimum width or height is above the maximum */
function verifyOrder(written: string): void {
  for (const side of ['width', 'height']) {
    const [min, max] = ['min', 'max'].map((bound) =>
      new RegExp(`(?<=(?:^|,)${bound}_${side}=)[^,]+`).exec(written),
    );
    if (!min || !max || Number(min[0]) <= Number(max[0])) continue;
    const swap = new Map([
      [min.index, max[0]],
      [max.index, min[0]],
    ]);
    throw new BoundsFault(
      written.replace(/(?<==)[^,]+/g, (value, index: number) => swap.get(index) ?? value),
    );
  }
}

function readDemand(written: string): Dimensions['isMet'] {
  const [, name = '', first, second] =
    /^([a-z_]+)=(\d{1,6}(?:\.\d{1,6})?)(?:\/(\d{1,6}))?$/.exec(written) ?? [];
  const demand = demands.get(name);
  const expected = Number(first) / Number(second ?? 1);
  if (!demand || !(expected > 0) || !Number.isFinite(expected) || (second && name !== 'ratio'))
    throw new ParameterFault();
  return demand(expected);
}

/**
 * Rules about uploaded files, by their content. `min`, `max` and `size` measure their size in
 * kilobytes.
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
    check: isFile,
    schema: () => aFile,
  }),
  defineRule<null>({
    name: 'image',
    stage: 'type',
    kind: 'file',
    parameter: none,
    description: 'Is an uploaded image by its content: JPEG, PNG, WebP or GIF.',
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
      expected: 'takes extensions, such as jpg,png',
    },
    description: 'Is a file whose content is of a type with one of these extensions.',
    placeholders: (values) => ({ values: values.join(', ') }),
    check: (value, extensions) =>
      isFile(value) &&
      value.type !== null &&
      extensions.map(extension).includes(extension(value.type.extension)),
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
      expected: 'takes types, such as image/png,image/*',
    },
    description: 'Is a file whose content is of one of these types; `image/*` is any image.',
    placeholders: (values) => ({ values: values.join(', ') }),
    check: (value, types) =>
      isFile(value) &&
      value.type !== null &&
      types.some((each) => isOfType(value.type!.mime, each)),
    schema: () => aFile,
  }),
  defineRule<Dimensions>({
    name: 'dimensions',
    stage: 'format',
    kind: 'file',
    parameter: dimensions,
    description:
      'Is an image with these dimensions in pixels: `width`, `height`, `min_width`, `min_height`, `max_width`, `max_height`, `ratio` (`3/2`).',
    placeholders: ({ written }) => ({ values: written }),
    check: (value, { isMet }) =>
      isFile(value) &&
      value.dimensions !== null &&
      isMet(value.dimensions.width, value.dimensions.height),
    schema: () => aFile,
  }),
];

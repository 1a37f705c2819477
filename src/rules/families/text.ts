import {
  isAlpha,
  isAlphanumeric,
  isAscii,
  isEmail,
  isHexColor,
  isIP,
  isISO31661Alpha2,
  isLowercase,
  isMACAddress,
  isTimeZone,
  isUUID,
  isUppercase,
  matches,
} from 'class-validator';
import { isWebAddress } from '../values/is-web-address.js';
import { exactly, inexact, type JsonSchema, type SchemaPart } from '../../base/json-schema.js';
import { none, option } from '../entries/parameters.js';
import { defineRule, type RuleEntry } from '../entries/rule-entry.js';
import { affixRules } from './affixes.js';

interface Format {
  readonly name: string;
  readonly description: string;
  readonly check: (value: string) => boolean;
  readonly read?: (value: string) => unknown;
  readonly schema: SchemaPart;
}

const stringFormatRule = ({ check, read, schema, ...format }: Format): RuleEntry =>
  defineRule<null>({
    ...format,
    stage: 'format',
    kind: 'string',
    parameter: none,
    check: (value) => typeof value === 'string' && check(value),
    ...(read && { read: (value: unknown) => read(value as string) }),
    schema: () => schema,
  });

const stringSchema = (schema: JsonSchema): JsonSchema => ({ type: 'string', ...schema });
const patterned = (pattern: string): SchemaPart => exactly(stringSchema({ pattern }));

const MAX_ZONE_LENGTH = 64;
const MAX_ZONES = 1000;
const zones = new Map<string, boolean>();

/** Caches the last results, because this check is slower than all other checks of a string. */
function isKnownZone(value: string): boolean {
  if (value.length > MAX_ZONE_LENGTH) return false;
  const isKnown = zones.get(value) ?? isTimeZone(value);
  if (zones.size >= MAX_ZONES) zones.clear();
  zones.set(value, isKnown);
  return isKnown;
}

const ulidPattern = '^[0-7][0-9A-HJKMNP-TV-Za-hjkmnp-tv-z]{25}$';
const ulid = new RegExp(ulidPattern);

const uuidPattern = (version: string): string =>
  `^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-${version}[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$`;
const specialUuids = '^0{8}(-0{4}){3}-0{12}$|^[fF]{8}(-[fF]{4}){3}-[fF]{12}$';

const uuidRule = defineRule<string | null>({
  name: 'uuid',
  stage: 'format',
  kind: 'string',
  parameter: option(
    ['1', '2', '3', '4', '5', '6', '7', '8'],
    'takes nothing, or a version from 1 to 8',
  ),
  description: 'Is a UUID (RFC 9562); `uuid:4`: of version 4.',
  check: (value, version) => isUUID(value, (version ?? 'all') as 'all'),
  schema: (version) =>
    exactly({
      type: 'string',
      format: 'uuid',
      pattern: version ? uuidPattern(version) : `${uuidPattern('[1-8]')}|${specialUuids}`,
    }),
});

/**
 * Rules about the format of strings. They refuse other types, and the empty string if it does not
 * have the format.
 */
export const textRules: readonly RuleEntry[] = [
  stringFormatRule({
    name: 'email',
    description: 'Is an email address. It is trimmed and converted to lower case.',
    check: (value) => isEmail(value.trim()),
    read: (value) => value.trim().toLowerCase(),
    schema: inexact(stringSchema({ format: 'email' })),
  }),
  stringFormatRule({
    name: 'url',
    description: 'Is a URL with `http://` or `https://`.',
    check: isWebAddress,
    schema: inexact(
      stringSchema({
        format: 'uri',
        maxLength: 2084,
        pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/\\\\]',
      }),
    ),
  }),
  uuidRule,
  stringFormatRule({
    name: 'ulid',
    description: 'Is a ULID.',
    check: (value) => ulid.test(value),
    schema: patterned(ulidPattern),
  }),
  stringFormatRule({
    name: 'ip',
    description: 'Is an IP address, of version 4 or 6.',
    check: (value) => isIP(value),
    schema: inexact(stringSchema({ pattern: '^[0-9A-Fa-f.:]+(%[0-9A-Za-z.]+)?$' })),
  }),
  stringFormatRule({
    name: 'ipv4',
    description: 'Is an IP address of version 4.',
    check: (value) => isIP(value, '4'),
    schema: inexact(stringSchema({ format: 'ipv4' })),
  }),
  stringFormatRule({
    name: 'ipv6',
    description: 'Is an IP address of version 6.',
    check: (value) => isIP(value, '6'),
    schema: inexact(stringSchema({ format: 'ipv6' })),
  }),
  stringFormatRule({
    name: 'mac_address',
    description: 'Is a MAC address.',
    check: (value) => isMACAddress(value),
    schema: inexact(stringSchema({ pattern: '^[0-9A-Fa-f.:\\s-]{14,23}$' })),
  }),
  stringFormatRule({
    name: 'hex_color',
    description: 'Is a color such as `#f80`, `#ff8800` or, with opacity, `#ff8800cc`.',
    check: (value) => value.startsWith('#') && isHexColor(value),
    schema: patterned('^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{4}|[0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$'),
  }),
  stringFormatRule({
    name: 'alpha',
    description: 'Contains only letters from a to z.',
    check: (value) => isAlpha(value),
    schema: patterned('^[A-Za-z]+$'),
  }),
  stringFormatRule({
    name: 'alpha_num',
    description: 'Contains only letters from a to z and digits.',
    check: (value) => isAlphanumeric(value),
    schema: patterned('^[0-9A-Za-z]+$'),
  }),
  stringFormatRule({
    name: 'alpha_dash',
    description: 'Contains only letters from a to z, digits, `-` and `_`.',
    check: (value) => matches(value, /^[0-9A-Za-z_-]+$/),
    schema: patterned('^[0-9A-Za-z_\\-]+$'),
  }),
  stringFormatRule({
    name: 'ascii',
    description: 'Contains only ASCII characters, and at least one.',
    check: isAscii,
    schema: patterned('^[\\u0000-\\u007F]+$'),
  }),
  stringFormatRule({
    name: 'lowercase',
    description: 'Does not contain uppercase letters.',
    check: isLowercase,
    schema: inexact(stringSchema({})),
  }),
  stringFormatRule({
    name: 'uppercase',
    description: 'Does not contain lowercase letters.',
    check: isUppercase,
    schema: inexact(stringSchema({})),
  }),
  stringFormatRule({
    name: 'timezone',
    description: 'Is an IANA time zone such as `Europe/Vienna`.',
    check: isKnownZone,
    schema: inexact(stringSchema({ maxLength: MAX_ZONE_LENGTH })),
  }),
  stringFormatRule({
    name: 'country',
    description: 'Is a country code of ISO 3166-1 in two uppercase letters: `AT`.',
    check: (value) => value === value.toUpperCase() && isISO31661Alpha2(value),
    schema: inexact(stringSchema({ pattern: '^[A-Z]{2}$' })),
  }),
  ...affixRules,
];

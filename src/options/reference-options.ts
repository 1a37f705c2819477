import { allowed, isListOf, isRecord, isServer, isString } from './checks.js';

/** What a deployment adds to the OpenAPI document. */
export interface ReferenceOptions {
  /** `Resource API` */
  readonly title?: string;
  /** The version of this API, not of the framework; `1.0.0`. */
  readonly version?: string;
  /** Markdown, before what every API of this kind says of itself. */
  readonly description?: string;
  /** Whom to ask. */
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  /** Under which terms the API may be used; `identifier` is one of SPDX. */
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
  /**
   * Addresses that the API is reached at; the option `publicUrl`, or where the document itself
   * lies.
   */
  readonly servers?: readonly string[];
}

/** A field of the OpenAPI document that a deployment may set. */
interface ReferenceField {
  readonly isValid: (value: unknown) => boolean;
  /** What it may be, in words. */
  readonly allowed: string;
  /** The members of an object. */
  readonly members?: readonly string[];
  /** Where it is copied to as it is; left out: the framework has its own default for it. */
  readonly copiedTo?: 'info' | 'document';
}

/** The fields by their names: options are checked by this table, and the document copies them. */
export const referenceFields: Readonly<Record<keyof ReferenceOptions, ReferenceField>> = {
  title: { isValid: isString, allowed: 'a text', copiedTo: 'info' },
  version: { isValid: isString, allowed: 'a text', copiedTo: 'info' },
  description: { isValid: isString, allowed: 'a text' },
  contact: {
    isValid: isRecord,
    allowed: 'an object of name, url and email',
    members: ['name', 'url', 'email'],
    copiedTo: 'info',
  },
  license: {
    isValid: isRecord,
    allowed: 'an object of name, and of identifier or url',
    members: ['name', 'identifier', 'url'],
    copiedTo: 'info',
  },
  servers: { isValid: isListOf(isServer), allowed: allowed.servers },
};

/** The fields that a deployment sets and the document has at this place, as they are. */
export const fieldsOf = (
  place: NonNullable<ReferenceField['copiedTo']>,
  options: ReferenceOptions | false,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(options || {}).filter(
      ([name]) => referenceFields[name as keyof ReferenceOptions].copiedTo === place,
    ),
  );

import { isRecord } from '../rules/values/value-kind.js';
import { allowed, isListOf, isServer, isString } from './checks.js';

/** The fields that a deployment adds to the OpenAPI document. */
export interface ReferenceOptions {
  /** Default: `Resource API`. */
  readonly title?: string;
  /** The version of this API, not of the framework. Default: `1.0.0`. */
  readonly version?: string;
  /** Markdown before the framework's own description. */
  readonly description?: string;
  /** The contact for questions. */
  readonly contact?: { readonly name?: string; readonly url?: string; readonly email?: string };
  /** The terms of use; `identifier` is an SPDX identifier. */
  readonly license?: { readonly name: string; readonly identifier?: string; readonly url?: string };
  /** The URLs of the API. Default: the option `publicUrl`, or the server of the document itself. */
  readonly servers?: readonly string[];
}

/** A field of the OpenAPI document that a deployment may set. */
interface ReferenceField {
  readonly isValid: (value: unknown) => boolean;
  /** The allowed values, for messages after "must be". */
  readonly allowed: string;
  /** The members of an object. */
  readonly members?: readonly string[];
  /** The part of the document that it is copied to; absent if the framework has its own default. */
  readonly copiedTo?: 'info' | 'document';
}

/** The fields by name. The check of the options and the document use this table. */
export const referenceFields: Readonly<Record<keyof ReferenceOptions, ReferenceField>> = {
  title: { isValid: isString, allowed: 'a string that is not empty', copiedTo: 'info' },
  version: { isValid: isString, allowed: 'a string that is not empty', copiedTo: 'info' },
  description: { isValid: isString, allowed: 'a string that is not empty' },
  contact: {
    isValid: isRecord,
    allowed: 'an object with name, url and email',
    members: ['name', 'url', 'email'],
    copiedTo: 'info',
  },
  license: {
    isValid: isRecord,
    allowed: 'an object with name and with identifier or url',
    members: ['name', 'identifier', 'url'],
    copiedTo: 'info',
  },
  servers: { isValid: isListOf(isServer), allowed: allowed.servers },
};

/** Returns the fields of a deployment that are copied to this part of the document. */
export const fieldsOf = (
  place: NonNullable<ReferenceField['copiedTo']>,
  options: ReferenceOptions | false,
): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(options || {}).filter(
      ([name]) => referenceFields[name as keyof ReferenceOptions].copiedTo === place,
    ),
  );

import { Validator, type OutputUnit } from '@cfworker/json-schema';
import {
  toErrorSchema,
  type RJSFSchema,
  type RJSFValidationError,
  type ValidatorType,
} from '@rjsf/utils';
import type { Catalogue } from '../i18n/en.js';

/** Keywords that only contain others: each fault is reported by the innermost. */
const containers = new Set([
  'properties',
  'items',
  'prefixItems',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'not',
  '$ref',
  'additionalProperties',
]);

/**
 * Validates data of a form. It interprets the schema, and generates no code, which the content
 * policy of the page forbids. The service validates again, with all of its rules.
 */
export function schemaValidator(text: Catalogue): ValidatorType {
  const check = (schema: RJSFSchema, data: unknown) =>
    new Validator(schema as object, '2020-12', false).validate(data === undefined ? null : data);
  const faultsOf = (schema: RJSFSchema, data: unknown): RJSFValidationError[] =>
    check(schema, data).errors.flatMap((unit) =>
      containers.has(unit.keyword) ? [] : [faultOf(unit, text)],
    );
  return {
    isValid: (schema, data) => check(schema, data).valid,
    rawValidation: (schema, data) => ({ errors: faultsOf(schema, data) as never[] }),
    validateFormData(data, schema) {
      const errors = faultsOf(schema, data);
      return { errors, errorSchema: toErrorSchema(errors) };
    },
  };
}

function faultOf({ keyword, instanceLocation, error }: OutputUnit, text: Catalogue) {
  const missing = keyword === 'required' ? /"([^"]+)"/.exec(error)?.[1] : undefined;
  const path = instanceLocation
    .split('/')
    .slice(1)
    .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'));
  const property = ['', ...path, ...(missing === undefined ? [] : [missing])].join('.');
  const message = messageOf(keyword, error, text);
  return { name: keyword, property, message, stack: `${property} ${message}` };
}

/** Bounds are at the end of the messages of the validator. */
const boundIn = (error: string): string => /(-?[\d.]+?)\.?$/.exec(error)?.[1] ?? '';

function messageOf(keyword: string, error: string, text: Catalogue): string {
  switch (keyword) {
    case 'required':
      return text.faultRequired;
    case 'type':
      return text.faultType;
    case 'minLength':
      return text.faultTooShort(boundIn(error));
    case 'maxLength':
      return text.faultTooLong(boundIn(error));
    case 'minimum':
    case 'exclusiveMinimum':
      return text.faultTooSmall(boundIn(error));
    case 'maximum':
    case 'exclusiveMaximum':
      return text.faultTooLarge(boundIn(error));
    default:
      return text.faultInvalid;
  }
}

import { plainToInstance, Transform, type TransformFnParams } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min, ValidateBy, type ValidationOptions } from 'class-validator';
import type { Level } from 'pino';
import { allowed, isDatabaseUrl, isOrigin, isPrefix, isPublicUrl, logLevels } from './checks.js';

const port = { message: 'a port, 0 to 65535 (0: any that is free)' };
const seconds = { message: `${allowed.positiveInteger} (seconds)` };
const days = { message: `${allowed.positiveInteger} (days)` };
const origins = { message: `a list with commas between, each item ${allowed.origin}`, each: true };

/** Digits become a number; anything else stays as it is, for the check to refuse. */
const WholeNumber = () => Transform(({ value }) => (/^\d+$/.test(String(value)) ? Number(value) : (value as unknown)));

const CommaList = () =>
  Transform(({ value }: TransformFnParams) =>
    String(value)
      .split(',')
      .map((item) => item.trim()),
  );

/** A property whose value must pass a check of ours; the message says what would. */
function Passes(check: (value: unknown) => boolean, options: ValidationOptions): PropertyDecorator {
  return ValidateBy({ name: check.name, validator: { validate: check } }, options);
}

/** The settings of a deployment: a property for each environment variable, with its default. */
export class Environment {
  @WholeNumber()
  @IsInt(port)
  @Min(0, port)
  @Max(65_535, port)
  PORT: number = 3000;

  @IsString()
  HOST: string = '127.0.0.1';

  @Passes(isPrefix, { message: allowed.prefix })
  API_PREFIX: string = '/api';

  @Passes(isDatabaseUrl, { message: allowed.databaseUrl })
  DATABASE_URL: string = 'sqlite:var/resource-api.sqlite';

  /** The folder of uploaded files. */
  @IsString()
  STORAGE_PATH: string = './var/storage';

  @IsIn(logLevels, { message: allowed.logLevel })
  LOG_LEVEL: Level | 'silent' = 'info';

  @IsOptional()
  @Passes(isPublicUrl, { message: allowed.publicUrl })
  PUBLIC_URL?: string;

  @CommaList()
  @Passes(isOrigin, origins)
  CORS_ORIGINS: string[] = [];

  /** Seconds that a token lives; 30 days unless told. */
  @IsOptional()
  @WholeNumber()
  @IsInt(seconds)
  @Min(1, seconds)
  TOKEN_LIFETIME?: number;

  /** Days that a row of the action log is kept; for ever unless told. */
  @IsOptional()
  @WholeNumber()
  @IsInt(days)
  @Min(1, days)
  LOG_KEEP_DAYS?: number;
}

const names = [
  'PORT',
  'HOST',
  'API_PREFIX',
  'DATABASE_URL',
  'STORAGE_PATH',
  'LOG_LEVEL',
  'PUBLIC_URL',
  'CORS_ORIGINS',
  'TOKEN_LIFETIME',
  'LOG_KEEP_DAYS',
] as const satisfies readonly (keyof Environment)[];

/** Picks the variables of the service out of all there are. An empty one counts as absent. */
export function parseEnvironment(variables: Readonly<Record<string, string | undefined>>): Environment {
  const given = names.map((name) => [name, variables[name]]).filter(([, value]) => value !== undefined && value !== '');
  return plainToInstance(Environment, Object.fromEntries(given), { exposeDefaultValues: true });
}

import type { CompiledColumn } from '../../registry/resources/compiled-resource.js';

/** Compares keys like the databases: numbers by value, strings by code point. */
export function compareKeys({ type }: CompiledColumn): (one: unknown, other: unknown) => number {
  if (type === 'integer') return (one, other) => Number(one) - Number(other);
  if (type === 'bigint')
    return (one, other) => (BigInt(String(one)) < BigInt(String(other)) ? -1 : 1);
  return (one, other) => Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}

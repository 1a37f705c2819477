import { pluralize, singularize } from 'inflection';
import { collectionKeyOf } from '../../../registry/resources/names.js';
import {
  logKey,
  reservedRelationKeys,
  reservedResourceKeys,
} from '../../../registry/resources/reserved-names.js';
import { isTakenClass } from '../workspace/names.js';

/** Splits a name of a database: `CUST_NM`, `orderLine` and `order-details` have two words. */
function wordsOf(name: string): readonly string[] {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '');
  const words = plain
    .replace(/([a-z0-9])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, '$1$3 $2')
    .match(/[A-Za-z0-9]+/g);
  return (words ?? ['unnamed']).map((word) => word.toLowerCase());
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

const camelOf = ([first, ...others]: readonly string[]): string =>
  [/^\d/.test(first!) ? `n${first}` : first, ...others.map(capital)].join('');

/** `cust_nm` -> `custNm` */
export const propertyNameOf = (column: string): string => camelOf(wordsOf(column));

/** `Customer` -> `customer` */
export const lowerFirst = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);

/** `orderLine` -> `orderLines`; a word without a plural gets an ending, so that both differ. */
export const pluralOf = (property: string): string => {
  const plural = pluralize(property);
  return plural === property ? `${property}List` : plural;
};

/** `order_lines` -> `OrderLine` */
function classNameOf(table: string): string {
  const words = wordsOf(table);
  const last = words.at(-1)!;
  return capital(camelOf([...words.slice(0, -1), singularOf(last)]));
}

/** Words such as `status` and `address` look like plurals. */
function singularOf(word: string): string {
  const one = singularize(word);
  return pluralize(one) === word ? one : word;
}

const keyWords = new Set(['id', 'fk', 'key', 'no', 'nr', 'num', 'number', 'code', 'ref', 'uuid']);

/** The name of the record that a foreign key refers to: `cust_no` -> `cust`; none for `id`. */
export function referenceNameOf(column: string): string | null {
  const words = [...wordsOf(column)];
  while (words.length > 0 && keyWords.has(words.at(-1)!)) words.pop();
  while (words.length > 0 && (words[0] === 'fk' || words[0] === 'id')) words.shift();
  return words.length === 0 ? null : camelOf(words);
}

/** Finds a class for each table: one whose key and files no other class has. */
export class ClassNames {
  private readonly keys = new Set<string>();

  /** @param existing classes of the application */
  constructor(existing: readonly string[]) {
    for (const name of existing) this.take(name);
  }

  takeClassName(table: string): string {
    const name = classNameOf(table);
    const candidates = [name, `${name}Record`];
    const free = candidates.find((candidate) => this.isFree(candidate));
    if (free !== undefined) return this.take(free);
    for (let number = 2; ; number += 1)
      if (this.isFree(`${name}Record${number}`)) return this.take(`${name}Record${number}`);
  }

  private isFree(name: string): boolean {
    const key = collectionKeyOf(name);
    const isReserved = reservedResourceKeys.includes(key) || key === logKey;
    return !isReserved && !isTakenClass(name) && !this.keys.has(key);
  }

  private take(name: string): string {
    this.keys.add(collectionKeyOf(name));
    return name;
  }
}

/** The names of an entity's properties, each once. */
export class MemberNames {
  private readonly taken: Set<string>;

  /** @param existing members of an entity that the application has */
  constructor(existing: readonly string[] = []) {
    this.taken = new Set(existing);
  }

  /** Returns the first name that is free; the last one is numbered if necessary. */
  choose(...candidates: readonly string[]): string {
    const allowed = candidates.map((name) => (name in Object.prototype ? `${name}Value` : name));
    const free = allowed.find((name) => !this.taken.has(name));
    if (free !== undefined) return this.take(free);
    for (let number = 2; ; number += 1) {
      const name = `${allowed.at(-1)!}${number}`;
      if (!this.taken.has(name)) return this.take(name);
    }
  }

  /** Returns the first name that is free and that a URL may contain behind a record. */
  chooseRelation(...candidates: readonly string[]): string {
    const last = candidates.at(-1)!;
    const allowed = candidates.filter((name) => !reservedRelationKeys.includes(name));
    return this.choose(...(allowed.length > 0 ? allowed : [`own${capital(last)}`]));
  }

  private take(name: string): string {
    this.taken.add(name);
    return name;
  }
}

/** `homeTeam`, `Match` -> `homeTeamMatches` */
export const inverseNameOf = (reference: string, className: string): string =>
  pluralOf(`${reference}${className}`);

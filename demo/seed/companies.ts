import { DAY, dayOf2025, timestamps } from './moments.js';
import { Random } from './random.js';
import { companies } from './words.js';

/**
 * The companies, and their partnerships in a circle: each with the next, and the first also with
 * the fifth.
 */
export function generateCompanies() {
  const random = new Random('companies');
  const rows = companies.map(([name, country], index) => ({
    id: random.uuid(),
    name,
    country,
    logo: null,
    ...timestamps(random, dayOf2025(1) + index * DAY),
  }));
  const pairs = [
    ...rows.map((_, index) => [index, (index + 1) % rows.length] as const),
    [0, 4] as const,
  ];
  const partners = pairs.flatMap(([one, other]) => bothWays(rows[one]!.id, rows[other]!.id));
  return { companies: rows, company_partners: partners };
}

/** A row of `companies`. */
export type CompanyRow = ReturnType<typeof generateCompanies>['companies'][number];

const bothWays = (one: string, other: string) => [
  { company_id: one, partner_id: other },
  { company_id: other, partner_id: one },
];

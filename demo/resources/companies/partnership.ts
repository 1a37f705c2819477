import type { Key, PivotRequest, ResourceClass } from 'resource-api';
import type { Company } from './company.entity.js';

/**
 * Makes companies partners of each other, with a row in each direction. An existing row is updated.
 */
export async function attachPartners(
  request: PivotRequest,
  resource: ResourceClass,
  company: Company,
): Promise<void> {
  await detachPartners(request, resource, company);
  for (const [one, other] of directions(company, request.keys))
    await request.write('insert into company_partners (company_id, partner_id) values (?, ?)', [
      one,
      other,
    ]);
}

/** Ends partnerships in both directions. */
export async function detachPartners(
  request: PivotRequest,
  _resource: ResourceClass,
  company: Company,
): Promise<void> {
  for (const [one, other] of directions(company, request.keys))
    await request.write('delete from company_partners where company_id = ? and partner_id = ?', [
      one,
      other,
    ]);
}

/** A company that is its own partner has one row. */
const directions = ({ id }: Company, keys: readonly Key[]): readonly (readonly [Key, Key])[] =>
  keys.flatMap((key): [Key, Key][] => {
    const there: [Key, Key] = [id, key];
    return key === id ? [there] : [there, [key, id]];
  });

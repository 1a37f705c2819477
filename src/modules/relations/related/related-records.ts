import { Injectable } from '@nestjs/common';
import { planRelatedPage } from '../../../pipeline/planning/plan-page.js';
import type { RecordPage } from '../../../serialization/results.js';
import { IndexRecords, type ListReader } from '../../records/reading/index-records.js';
import { ReadPlans } from '../../records/reading/read-plans.js';
import type { AuthorizedRelated } from './related-authorizer.js';

/**
 * Reads pages of the records in a to-many relation of a record, with the query parameters of an index
 * of their resource.
 *
 * @contract C5.1
 */
@Injectable()
export class RelatedRecords {
  constructor(
    private readonly plans: ReadPlans,
    private readonly pages: IndexRecords,
  ) {}

  /**
   * @param reader reads the page; omitted for a page of JSON
   * @throws RequestError `validation_failed` for the value of a filter, `invalid_query`
   */
  async page(
    { query, parent, path }: AuthorizedRelated,
    reader: ListReader = this.pages,
  ): Promise<RecordPage> {
    const planned = await this.plans.planAdmitted(query);
    const isWhole = query.query.fields === null;
    return reader.page(planned, path, (place, size) =>
      planRelatedPage(planned.plan, size, place, parent, isWhole),
    );
  }
}

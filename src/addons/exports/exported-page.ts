import { RecordPage } from '../../serialization/results.js';

/** Some of the records of an export of a whole list. @contract C17.3 */
export class ExportedPage extends RecordPage {
  /**
   * @param next reads the records that follow, `null` if the client has left meanwhile; it does not
   * hold this page, so that all can be freed once they are written
   */
  constructor(
    page: RecordPage,
    readonly next: (() => Promise<ExportedPage | null>) | null,
  ) {
    super(page.node, page.recordMeta, page.page, page.readSlot);
  }
}

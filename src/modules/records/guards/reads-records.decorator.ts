import { Reflector } from '@nestjs/core';

/** The reads of records that have a route: of a page, of one record, of a page of its relation. */
export type RecordRead = 'index' | 'show' | 'related';

/** Marks a route whose read a feature may run itself, such as one that explains it. */
export const ReadsRecords = Reflector.createDecorator<RecordRead>();

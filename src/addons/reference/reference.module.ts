import { Module } from '@nestjs/common';
import { PageFiles } from './page-files.js';
import { ReferenceController } from './reference.controller.js';
import { ReferencePage } from './reference-page.js';
import { ReferenceDocument } from './reference-document.js';

/** The OpenAPI document at `/docs/openapi.json`, and the reference page at `/docs`. */
@Module({
  controllers: [ReferenceController],
  providers: [ReferenceDocument, ReferencePage, PageFiles],
})
export class ReferenceModule {}

import { Global, Module } from '@nestjs/common';
import { PageFormats } from '../../http/page-formats.js';
import { RelationsModule } from '../../modules/relations/relations.module.js';
import { CsvWriter } from './csv-writer.js';
import { ExportReader } from './export-reader.js';
import { ExportWriter } from './export-writer.js';
import { ExportedFormats } from './exported-formats.js';

/** Lists as CSV and NDJSON. Global, so that the interceptor of every page finds it. */
@Global()
@Module({
  imports: [RelationsModule],
  providers: [
    CsvWriter,
    ExportReader,
    ExportWriter,
    { provide: PageFormats, useClass: ExportedFormats },
  ],
  exports: [PageFormats],
})
export class ExportsModule {}

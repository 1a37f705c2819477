import { Module } from '@nestjs/common';
import { RecordsModule } from '../../../modules/records/records.module.js';
import { SchemaController } from './schema.controller.js';

/** Describes the resources to their callers, at `/_schema`. @contract C17.1 */
@Module({
  imports: [RecordsModule],
  controllers: [SchemaController],
})
export class SchemaModule {}

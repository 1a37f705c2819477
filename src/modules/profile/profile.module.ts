import { Module } from '@nestjs/common';
import { RecordsModule } from '../records/records.module.js';
import { ProfileController } from './profile.controller.js';
import { ProfileGuard } from './profile.guard.js';

/** The profile: the user's own record, which the user may always read. @spec Profile */
@Module({ imports: [RecordsModule], controllers: [ProfileController], providers: [ProfileGuard] })
export class ProfileModule {}

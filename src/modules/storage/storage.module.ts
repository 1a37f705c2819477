import { Global, Inject, Module, type DynamicModule, type OnModuleInit } from '@nestjs/common';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import { createStorage, RemoteStorage } from '../../storage/create-storage.js';
import { IncomingFiles } from '../../storage/incoming-files.js';
import { RecordFiles } from '../../storage/record-files.js';
import { STORAGE, type Storage } from '../../storage/storage.js';
import { ReferencedFiles } from './referenced-files.js';
import { OrphanSweep } from './orphan-sweep.js';
import { StorageController } from './storage.controller.js';
import { SweepSchedule } from './sweep-schedule.js';

/** Stores and serves the files of records. Its paths are outside the prefix. @contract C1.1, C10 */
@Global()
@Module({})
export class StorageModule implements OnModuleInit {
  /** @param storage defaults to that of the options `storage` */
  static for(storage?: Storage): DynamicModule {
    return {
      module: StorageModule,
      controllers: [StorageController],
      providers: [
        {
          provide: STORAGE,
          inject: [OPTIONS, { token: RemoteStorage, optional: true }],
          useFactory: (
            options: ResolvedOptions,
            remote?: RemoteStorage,
          ): Storage | Promise<Storage> => storage ?? createStorage(options, remote),
        },
        IncomingFiles,
        RecordFiles,
        ReferencedFiles,
        OrphanSweep,
        SweepSchedule,
      ],
      exports: [STORAGE, IncomingFiles, RecordFiles],
    };
  }

  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  /** @throws StorageError if files cannot be stored */
  async onModuleInit(): Promise<void> {
    await this.storage.verify();
  }
}

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Controller, Headers, Inject, Module, Param, Post, Put, Req } from '@nestjs/common';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { createApplication, type Deployment } from '../../../src/app/create-application.js';
import { deployment } from '../../../demo/deployment.js';
import { DATABASE, type Database } from '../../../src/database/connection/database.js';
import { readMultipart } from '../../../src/http/forms/read-multipart.js';
import { TakesForm } from '../../../src/http/forms/takes-form.decorator.js';
import type { Limits } from '../../../src/options/limits.js';
import { readEnvironment } from '../../../src/options/read-environment.js';
import {
  OPTIONS,
  type ResolvedOptions,
  type StorageOptions,
} from '../../../src/options/resource-api-options.js';
import { User } from '../../../demo/resources/users/user.entity.js';
import { IncomingFiles } from '../../../src/storage/incoming-files.js';
import { RecordFiles } from '../../../src/storage/record-files.js';
import type { Storage } from '../../../src/storage/storage.js';
import type { Form } from '../../support/forms.js';
import { seededDatabase } from '../../support/demo-template.js';
import { validateAgainstDocument } from '../../support/document/validate-against-document.js';

/** Accepts forms, without a resource: records what it received, and what to do with the files. */
@Controller('probe')
class FormProbe {
  constructor(
    @Inject(OPTIONS) private readonly options: ResolvedOptions,
    @Inject(DATABASE) private readonly database: Database,
    private readonly incoming: IncomingFiles,
    private readonly files: RecordFiles,
  ) {}

  @Put('form')
  refusesForms(): object {
    return {};
  }

  @Post('form')
  @TakesForm()
  async read(@Req() httpRequest: FastifyRequest): Promise<object> {
    if (!httpRequest.isMultipart()) return { json: httpRequest.body };
    const body = await readMultipart(httpRequest, this.options.limits, this.incoming.open());
    try {
      const files = [...body.files].map(([name, { size, type, dimensions }]) => [
        name,
        { size, type, dimensions },
      ]);
      return {
        fields: Object.fromEntries(body.fields),
        files: Object.fromEntries(files) as object,
      };
    } finally {
      await body.discard();
    }
  }

  @Post('only')
  @TakesForm('only')
  readOnly(@Req() httpRequest: FastifyRequest): Promise<object> {
    return this.read(httpRequest);
  }

  /** Stores the file `avatar` on a user, and then fails on request. */
  @Post('avatar/:id')
  @TakesForm()
  async store(
    @Req() httpRequest: FastifyRequest,
    @Param('id') key: string,
    @Headers('x-name') storeAs: string | undefined,
    @Headers('x-then') then: string | undefined,
  ): Promise<object> {
    const body = await readMultipart(httpRequest, this.options.limits, this.incoming.open());
    try {
      return await this.database.transaction(async (transaction) => {
        // Locks the row, on every engine.
        await transaction.manager.update(User, key, { avatar: () => 'avatar' });
        const { avatar } = await transaction.manager.findOneByOrFail(User, { id: Number(key) });
        const place = { resource: 'users', key, storeAs: storeAs ?? null };
        const path = await this.files.store(transaction, place, body.files.get('avatar')!);
        this.files.discard(transaction, avatar);
        await transaction.manager.update(User, key, { avatar: path });
        if (then === 'throw') throw new Error('The transaction is undone.');
        if (then === 'die') process.kill(process.pid, 'SIGKILL');
        return { path };
      });
    } finally {
      await body.discard();
    }
  }
}

@Module({ controllers: [FormProbe] })
class ProbeModule {}

export interface FilesAppOptions {
  readonly limits?: Partial<Limits>;
  readonly orphanLifetime?: number;
  readonly storage?: Storage;
  /** An object store in place of the folder. */
  readonly files?: StorageOptions;
  readonly logger?: Deployment['logger'];
  /** The places of the data and the files, for another node on both. */
  readonly url?: string;
  readonly folder?: string;
}

/** The demo on a database and a storage folder of its own, with the probe for forms. */
export class FilesApp {
  private constructor(
    readonly app: NestFastifyApplication,
    readonly url: string,
    readonly folder: string,
    private readonly authorization: string,
    private readonly dispose: () => Promise<void>,
  ) {}

  static async start(options: FilesAppOptions = {}): Promise<FilesApp> {
    const place =
      options.url === undefined
        ? await seededDatabase()
        : { url: options.url, dispose: async () => {} };
    const own = mkdtempSync(join(tmpdir(), 'resource-api-files-'));
    const folder = options.folder ?? join(own, 'storage');
    const app = await createApplication(filesDeployment(place.url, folder, options));
    validateAgainstDocument(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const dispose = async () => {
      await place.dispose();
      rmSync(own, { recursive: true, force: true });
    };
    return new FilesApp(app, place.url, folder, await signIn(app), dispose);
  }

  get database(): Database {
    return this.app.get<Database>(DATABASE);
  }

  get signedIn() {
    return { authorization: this.authorization };
  }

  /** Sends a form to the probe; `path` is relative to `/probe/`. */
  send({ payload, headers }: Form, path = 'form', more: Record<string, string> = {}) {
    const all = { ...headers, ...this.signedIn, ...more };
    return this.app.inject({ method: 'POST', url: `/probe/${path}`, headers: all, payload });
  }

  get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
    return this.app.inject({ method, url, headers });
  }

  /** The stored files, and those that wait to be stored. */
  stored(): readonly string[] {
    return filesIn(this.folder);
  }

  /** The initial state: no user has a picture, and no file is stored. */
  async reset(): Promise<void> {
    await this.database.dataSource.manager
      .createQueryBuilder()
      .update(User)
      .set({ avatar: null })
      .execute();
    for (const name of readdirSync(this.folder))
      rmSync(join(this.folder, name), { recursive: true });
  }

  async close(): Promise<void> {
    await this.app.close();
    await this.dispose();
  }
}

/** Every file below the folder, by its path. */
export const filesIn = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));

export function filesDeployment(
  url: string,
  folder: string,
  options: FilesAppOptions = {},
): Deployment<User> {
  const environment = {
    DATABASE_URL: url,
    STORAGE_PATH: folder,
    LOG_LEVEL: options.logger ? 'info' : 'silent',
  };
  const demo = deployment(readEnvironment(environment));
  const { limits, orphanLifetime } = options;
  return {
    modules: [...demo.modules, ProbeModule],
    options: {
      ...demo.options,
      storage: {
        path: folder,
        ...(orphanLifetime !== undefined && { orphanLifetime }),
        ...options.files,
      },
      ...(limits && { limits }),
    },
    ...(options.logger && { logger: options.logger }),
    ...(options.storage && { storage: options.storage }),
  };
}

async function signIn(app: NestFastifyApplication): Promise<string> {
  const payload = { email: 'reader@example.com', password: 'password' };
  const response = await app.inject({ method: 'POST', url: '/api/login', payload });
  return `Bearer ${response.json<{ access_token: string }>().access_token}`;
}

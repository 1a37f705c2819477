import { Inject, Injectable } from '@nestjs/common';
import { AppCipher } from '../../base/app-cipher.js';
import { OPTIONS, type ResolvedOptions } from '../../options/resource-api-options.js';
import type { RunRequest, StoredRun } from './stored-run.js';

/** What requests have sent, as it is stored: encrypted with `APP_KEY`. */
@Injectable()
export class RunRequests {
  private readonly cipher: AppCipher;

  constructor(@Inject(OPTIONS) { appKeys }: ResolvedOptions) {
    const unreadable = (why: string, cause?: unknown) =>
      new Error(`What the request of the run has sent is ${why}.`, { cause });
    this.cipher = new AppCipher(appKeys, { purpose: 'runs', unreadable });
  }

  write(id: string, request: RunRequest): string {
    return this.cipher.encrypt(id, JSON.stringify(request));
  }

  /** @throws Error if it was encrypted with a key that the deployment does not have, or damaged */
  read({ id, request }: Pick<StoredRun, 'id' | 'request'>): RunRequest {
    return JSON.parse(this.cipher.decrypt(id, request!)) as RunRequest;
  }
}

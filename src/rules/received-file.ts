import type { FileType, UploadedFile } from './uploaded-file.js';

/**
 * A file that came with a form. Being of this class tells it from a JSON object that says the same
 * of itself.
 */
export class ReceivedFile implements UploadedFile {
  constructor(
    readonly path: string,
    readonly size: number,
    readonly type: FileType | null,
    readonly dimensions: UploadedFile['dimensions'],
  ) {}
}

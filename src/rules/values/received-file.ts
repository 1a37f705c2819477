import type { FileType, UploadedFile } from './uploaded-file.js';

/**
 * A file that was sent with a form. A class, so that a JSON object with the same members is not
 * mistaken for a file.
 */
export class ReceivedFile implements UploadedFile {
  constructor(
    readonly path: string,
    readonly size: number,
    readonly type: FileType | null,
    readonly dimensions: UploadedFile['dimensions'],
  ) {}
}

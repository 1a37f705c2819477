/**
 * What validation sees of a file: what was found in it, never what its name or its sender says.
 * @contract C10.1
 */
export interface UploadedFile {
  /** Where it waits until it is stored. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** What its content is; `null` when it is nothing that is known. */
  readonly type: FileType | null;
  /** Pixels, of an image whose header tells. */
  readonly dimensions: { readonly width: number; readonly height: number } | null;
}

/** A type of file, found in its content: `{ extension: 'png', mime: 'image/png' }`. */
export interface FileType {
  readonly extension: string;
  readonly mime: string;
}

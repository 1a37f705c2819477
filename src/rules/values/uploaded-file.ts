/**
 * A file as validation sees it: by its content, never by its name or the headers that the client
 * sent.
 * @contract C10.1
 */
export interface UploadedFile {
  /** Its temporary path until it is stored. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  /** The type of its content; `null` if unknown. */
  readonly type: FileType | null;
  /** The size in pixels, if the image's header contains it. */
  readonly dimensions: { readonly width: number; readonly height: number } | null;
}

/** A type of file, found in its content: `{ extension: 'png', mime: 'image/png' }`. */
export interface FileType {
  readonly extension: string;
  readonly mime: string;
}

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
/** Marks an encrypted content: JSON never begins with it. */
const MARK = 'v1';
const KEY_BYTES = 32;
const IV_BYTES = 12;
const TAG_BYTES = 16;

interface CipherKey {
  /** Names the key in the content, without revealing it. */
  readonly id: string;
  readonly secret: Buffer;
}

/** What a cipher encrypts. */
interface CipherUse {
  /** Part of the key: what is encrypted for one purpose cannot be decrypted for another. */
  readonly purpose: string;
  /** Returns the error for content that cannot be read. @param why the end of "they are …" */
  readonly unreadable: (why: string, cause?: unknown) => Error;
}

/**
 * Encrypts content that only the service reads, with AES-256-GCM and `APP_KEY`. The content names
 * its key, so that keys can be rotated: the first encrypts, all decrypt. Without keys, content is
 * stored as it is.
 *
 * The id of the content is authenticated, so that contents cannot be exchanged.
 */
export class AppCipher {
  private readonly keys: readonly CipherKey[];

  constructor(
    appKeys: readonly string[],
    private readonly use: CipherUse,
  ) {
    this.keys = appKeys.map((appKey) => cipherKey(appKey, use.purpose));
  }

  encrypt(id: string, content: string): string {
    const [key] = this.keys;
    if (!key) return content;
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key.secret, iv).setAAD(Buffer.from(id));
    const encrypted = [cipher.update(content, 'utf8'), cipher.final()];
    const bytes = Buffer.concat([iv, cipher.getAuthTag(), ...encrypted]);
    return [MARK, key.id, bytes.toString('base64')].join(':');
  }

  /** @throws what `unreadable` returns, without the key or if the content was changed */
  decrypt(id: string, content: string): string {
    const [mark, keyId, encoded = ''] = content.split(':', 3);
    if (mark !== MARK) return content;
    const key = this.keys.find((known) => known.id === keyId);
    if (!key) throw this.use.unreadable('encrypted with a key that APP_KEY does not contain');
    try {
      return decryptWith(key, id, Buffer.from(encoded, 'base64'));
    } catch (cause) {
      throw this.use.unreadable('damaged', cause);
    }
  }
}

function decryptWith({ secret }: CipherKey, id: string, bytes: Buffer): string {
  const decipher = createDecipheriv(ALGORITHM, secret, bytes.subarray(0, IV_BYTES), {
    authTagLength: TAG_BYTES,
  })
    .setAAD(Buffer.from(id))
    .setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  const decrypted = [decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()];
  return Buffer.concat(decrypted).toString('utf8');
}

function cipherKey(appKey: string, purpose: string): CipherKey {
  const secret = Buffer.from(hkdfSync('sha256', appKey, '', `resource-api:${purpose}`, KEY_BYTES));
  const id = createHash('sha256').update(secret).digest('hex').slice(0, 8);
  return { id, secret };
}

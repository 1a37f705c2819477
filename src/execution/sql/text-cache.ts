/**
 * Keeps texts by their keys, so that each is built once. The oldest is dropped when the cache is
 * full.
 */
export class TextCache<Text extends string | null = string> {
  private readonly texts = new Map<string, Text>();

  /** @param most how many texts are kept */
  constructor(private readonly most: number) {}

  /** @param build called when no text is kept under the key */
  get(key: string, build: () => Text): Text {
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    if (this.texts.size >= this.most) this.texts.delete(this.texts.keys().next().value!);
    const text = build();
    this.texts.set(key, text);
    return text;
  }
}

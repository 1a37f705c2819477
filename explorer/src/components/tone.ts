/** What a value of a list of values means to most people. */
export type Tone = 'good' | 'waiting' | 'bad' | 'neutral';

const words: Readonly<Record<Exclude<Tone, 'neutral'>, readonly string[]>> = {
  good: [
    ...['accepted', 'active', 'approved', 'available', 'completed', 'confirmed', 'delivered'],
    ...['done', 'enabled', 'finished', 'open', 'paid', 'published', 'resolved', 'shipped'],
    ...['success', 'succeeded', 'verified'],
  ],
  waiting: [
    ...['draft', 'in_progress', 'in_review', 'new', 'on_hold', 'paused', 'pending', 'processing'],
    ...['queued', 'review', 'running', 'scheduled', 'submitted', 'unverified', 'waiting'],
  ],
  bad: [
    ...['banned', 'blocked', 'cancelled', 'canceled', 'declined', 'deleted', 'error', 'expired'],
    ...['failed', 'overdue', 'refunded', 'refused', 'rejected', 'spam', 'suspended'],
  ],
};

const tones: ReadonlyMap<string, Tone> = new Map(
  Object.entries(words).flatMap(([tone, members]) =>
    members.map((word) => [word, tone as Tone] as const),
  ),
);

/** Returns the tone of a value. Words that it does not know are neutral. */
export const toneOf = (value: string): Tone =>
  tones.get(value.toLowerCase().replaceAll(/[\s-]+/g, '_')) ?? 'neutral';

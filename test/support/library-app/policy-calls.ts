import { Injectable } from '@nestjs/common';
import { where, type Scope } from '../../../src/index.js';
import type { Book } from './entities.js';

/** Counts the calls of the library's policies and callables: `writers.index` -> number. */
@Injectable()
export class PolicyCalls {
  private readonly counts = new Map<string, number>();

  note(question: string): void {
    this.counts.set(question, (this.counts.get(question) ?? 0) + 1);
  }

  /** The calls since the last time. */
  take(): Readonly<Record<string, number>> {
    const taken = Object.fromEntries(this.counts);
    this.counts.clear();
    return taken;
  }
}

const availableBooks: Scope<Book> = where({ available: true });

/** The books that readers may see; a test may set them. */
@Injectable()
export class BookScope {
  current: Scope<Book> = availableBooks;

  reset(): void {
    this.current = availableBooks;
  }
}

import { Injectable } from '@nestjs/common';

/** A completed chunk of a run over all records. */
export interface ChunkDone {
  /** Key of the resource. */
  readonly resource: string;
  /** The action's uriKey. */
  readonly action: string;
  /** Records that the handler received. */
  readonly records: number;
  /** The duration of the chunk, including its transaction. */
  readonly milliseconds: number;
}

/** Notifies observers, such as metrics, of every chunk of a run. */
@Injectable()
export class RunObservers {
  private readonly observers = new Set<(chunk: ChunkDone) => void>();

  /** Adds an observer, and returns the function that removes it. */
  observe(observer: (chunk: ChunkDone) => void): () => void {
    this.observers.add(observer);
    return () => this.observers.delete(observer);
  }

  notify(chunk: ChunkDone): void {
    for (const observer of this.observers) observer(chunk);
  }
}

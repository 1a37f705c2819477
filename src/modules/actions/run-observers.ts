import { Injectable } from '@nestjs/common';

/** A chunk of a run over all records that is done. */
export interface ChunkDone {
  /** Key of the resource. */
  readonly resource: string;
  /** The action's uriKey. */
  readonly action: string;
  /** Records that the handler was given. */
  readonly records: number;
  /** What the whole chunk took, its transaction included. */
  readonly milliseconds: number;
}

/** Those who are told of every chunk of a run, for metrics. */
@Injectable()
export class RunObservers {
  private readonly observers = new Set<(chunk: ChunkDone) => void>();

  /** Adds an observer; the function returned takes it away again. */
  observe(observer: (chunk: ChunkDone) => void): () => void {
    this.observers.add(observer);
    return () => this.observers.delete(observer);
  }

  notify(chunk: ChunkDone): void {
    for (const observer of this.observers) observer(chunk);
  }
}

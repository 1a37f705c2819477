import { Injectable } from '@nestjs/common';
import { everything, type Policy, type Scope } from '../../src/definition/index.js';

/** Everyone sees every record, and nobody writes any. */
@Injectable()
export class ReadingPolicy {
  scope(): Scope<unknown> {
    return everything();
  }
  index() {
    return true;
  }
}

/** Allows everything, to everyone. */
@Injectable()
export class OpenPolicy extends ReadingPolicy implements Policy<object> {
  store() {
    return true;
  }
  update() {
    return true;
  }
  delete() {
    return true;
  }
}

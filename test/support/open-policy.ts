import { Injectable } from '@nestjs/common';
import { everything, type Policy, type Scope } from '../../src/index.js';

/** Everyone who is signed in may see, store, update and delete every record. */
@Injectable()
export class OpenPolicy implements Policy<object> {
  scope(): Scope<object> {
    return everything();
  }
  index() {
    return true;
  }
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

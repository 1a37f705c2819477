import { Injectable } from '@nestjs/common';
import { everything, type Policy } from '../../src/index.js';

/** Allows everything, to everyone. */
@Injectable()
export class OpenPolicy implements Policy<object> {
  scope() {
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

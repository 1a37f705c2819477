import { Injectable } from '@nestjs/common';
import { everything, visibleThrough, where, type Policy, type Scope } from '../../../src/index.js';
import type {
  Book,
  Card,
  Fine,
  Genre,
  Ledger,
  Patron,
  Portrait,
  Remark,
  Topic,
  Writer,
} from './entities.js';
import { ReadingPolicy } from '../open-policy.js';
import { BookScope, PolicyCalls } from './policy-calls.js';

@Injectable()
export class PatronPolicy extends ReadingPolicy implements Policy<Patron, Patron> {
  readonly needs = [] as const;

  update(user: Patron, patron: Patron) {
    return user.id === patron.id;
  }
}

/** Every call is counted. */
@Injectable()
export class WriterPolicy implements Policy<Writer, Patron> {
  readonly needs = ['mentorId'] as const;

  constructor(private readonly policyCalls: PolicyCalls) {}

  scope(user: Patron): Scope<Writer> {
    this.policyCalls.note('writers.scope');
    return user.isLibrarian ? everything() : where({ hidden: false });
  }
  index() {
    this.policyCalls.note('writers.index');
    return Promise.resolve(true);
  }
  store(user: Patron) {
    this.policyCalls.note('writers.store');
    return Promise.resolve(user.isLibrarian);
  }
  update(_user: Patron, writer: Writer) {
    this.policyCalls.note('writers.update');
    return writer.mentorId === null;
  }
  delete(user: Patron) {
    this.policyCalls.note('writers.delete');
    return user.isLibrarian;
  }
}

@Injectable()
export class BookPolicy implements Policy<Book, Patron> {
  constructor(private readonly scopes: BookScope) {}

  scope(user: Patron): Scope<Book> {
    return user.isLibrarian ? everything() : this.scopes.current;
  }
  index() {
    return true;
  }
}

/** `show` hides some records of the scope. */
@Injectable()
export class RemarkPolicy implements Policy<Remark, Patron> {
  readonly needs = ['flagged'] as const;

  constructor(private readonly policyCalls: PolicyCalls) {}

  scope(): Scope<Remark> {
    return visibleThrough('remarkable');
  }
  index() {
    return true;
  }
  show(user: Patron, remark: Remark) {
    this.policyCalls.note('remarks.show');
    return user.isLibrarian || !remark.flagged;
  }
}

@Injectable()
export class PortraitPolicy implements Policy<Portrait, Patron> {
  scope(): Scope<Portrait> {
    return visibleThrough('portrayed');
  }
  index() {
    return true;
  }
}

@Injectable()
export class CardPolicy implements Policy<Card, Patron> {
  scope(user: Patron): Scope<Card> {
    return where({ patronId: user.id });
  }
  index() {
    return true;
  }
}

/** Without a scope nothing is visible. */
@Injectable()
export class FinePolicy implements Policy<Fine, Patron> {
  index() {
    return true;
  }
}

@Injectable()
export class LedgerPolicy implements Policy<Ledger, Patron> {
  scope(): Scope<Ledger> {
    return everything();
  }
  index(user: Patron) {
    return user.isLibrarian;
  }
}

@Injectable()
export class GenrePolicy extends ReadingPolicy implements Policy<Genre, Patron> {}
@Injectable()
export class TopicPolicy extends ReadingPolicy implements Policy<Topic, Patron> {}

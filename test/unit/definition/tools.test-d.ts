/** What the compiler rejects in tools of a team; `npm run typecheck` runs it. */
import { Tool } from '../../../src/definition/index.js';
import { defineRules, type Payload } from '../../../src/rules/entries/payload-types.js';

const counting = defineRules({ count: ['required', 'integer'], note: ['nullable', 'string'] });
class Order {
  qty!: number;
}

export class Desk {
  @Tool({ name: 'a', description: '', rules: counting })
  named({ count, note }: Payload<typeof counting>) {
    return count + (note ?? '').length;
  }

  @Tool({ name: 'b', description: '', rules: { count: ['required', 'integer'] } })
  inPlace({ count }: { count: number }) {
    return count;
  }

  @Tool({ name: 'c', description: '', payload: Order })
  order({ qty }: Order) {
    return qty;
  }

  @Tool({ name: 'd', description: '', rules: counting })
  unread() {
    return null;
  }

  @Tool({ name: 'e', description: '', inputSchema: { type: 'object' } })
  byItself({ anything }: { anything?: string }) {
    return anything;
  }

  // @ts-expect-error the rules define a number
  @Tool({ name: 'f', description: '', rules: counting })
  text({ count }: { count: string }) {
    return count;
  }

  // @ts-expect-error the rules define no such argument
  @Tool({ name: 'g', description: '', rules: counting })
  more({ more }: { count: number; more: string }) {
    return more;
  }

  // @ts-expect-error one of them
  @Tool({ name: 'h', description: '', rules: counting, inputSchema: { type: 'object' } })
  both() {
    return null;
  }

  // @ts-expect-error not a rule of the catalogue
  @Tool({ name: 'i', description: '', rules: { count: ['intger'] } })
  misspelt() {
    return null;
  }
}

import { countSteps } from '../../support/count-steps.js';
import { findRepeated, findRepeatedInOrder } from './repeated.fixture.js';

const HERE = 'test/unit/support';
const numbers = (length: number) => Array.from({ length }, (_none, index) => index);
const print = (name: string, value: unknown) => console.log(JSON.stringify([name, value]));
const messageOf = (counting: Promise<unknown>) =>
  counting.catch((error: unknown) => (error as Error).message);

for (const work of [findRepeatedInOrder, findRepeated]) {
  const [small, large] = [numbers(100), numbers(3_200)];
  await countSteps(() => work(small), HERE);
  const few = await countSteps(() => work(small), HERE);
  print(work.name, (await countSteps(() => work(large), HERE)) / few);
}

const values = numbers(1_000);
const work = async () => {
  findRepeatedInOrder(values);
  await Promise.resolve();
  return findRepeatedInOrder(values);
};
await countSteps(work, HERE);
print('asynchronous', [await countSteps(work, HERE), await countSteps(work, HERE)]);

print('elsewhere', await messageOf(countSteps(() => findRepeatedInOrder([1]))));
const broken = () => Promise.reject(new Error('broken'));
print('broken', await messageOf(countSteps(broken, HERE)));

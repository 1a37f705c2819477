import { createTestApplication } from 'resource-api/testing';
import { authentication } from './deployment.js';
import { Account, Note, NotesModule } from './notes.js';

const test = await createTestApplication({ modules: [NotesModule], options: { authentication } });
const [ann, bea] = await test.dataSource.getRepository(Account).save([
  { email: 'ann@example.com', password: 'unused' },
  { email: 'bea@example.com', password: 'unused' },
]);
await test.dataSource.getRepository(Note).save([
  { text: 'of Ann', account_id: ann!.id },
  { text: 'of Bea', account_id: bea!.id },
]);
const { body } = await test.as(bea!).get<{ data: { attributes?: unknown }[] }>('/notes');
console.log(JSON.stringify(body.data));
await test.close();

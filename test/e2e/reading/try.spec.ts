import { LibraryApp } from '../../support/library-app/library-app.js';
import { writerKey } from '../../support/library-app/seed.js';
let app: LibraryApp;
beforeAll(async () => { app = await LibraryApp.start(); });
afterAll(() => app?.stop());
it.each(['writers', `writers/${writerKey(1)}?include=books,works,portrait,face,remarks,topics,initial,pen_names,name_length,display_name,pen_name,mentor,pupils`,
 'books?perPage=2&include=genres,kinds,subjects,remarks,writer,author,main_genre,cover_price', 'topics?include=books[title],writers[full_name]', 'patrons?include=books[title],card,fines,library_card', 'genres?include=books[title]', 'books?include=writer[full_name].books[title].genres,genres.books[title]&fields[books]=title&perPage=3', 'remarks', 'portraits', 'cards?include=patron', 'genres/a%2Fb%20c%27%C3%A9%25?include=books'])('%s', async (p) => {
  const a = await app.get(p); console.log(p, a.status, a.statements.length, JSON.stringify(a.body, null, 1));
});

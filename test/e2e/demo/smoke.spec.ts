import { startDemo, type DemoApp } from '../../support/demo-app.js';
let demo: DemoApp;
beforeAll(async () => { const t=performance.now(); demo = await startDemo(); console.log('start', performance.now()-t); });
afterAll(() => demo.close());
const keys = ['users','companies','phones','posts','videos','comments','roles','tags','images','action_logs'];
it('smoke', async () => {
  const out: string[] = [];
  for (const as of ['admin','editor','author','reader'] as const)
    for (const k of keys) {
      const t = await demo.statements(async () => { const r = await demo.get<any>(`/${k}`, as); out.push(`${as} ${k} ${r.status} ${r.body?.meta?.total} ${JSON.stringify(r.body?.data?.[0] ?? r.body).slice(0, as==='admin'?400:0)}`); });
      out.push('   ' + t.length + ' ' + (as !== 'editor' ? t[1] : ''));
      const id = ((await demo.get<any>(`/${k}`, as)).body.data[0]?.id);
      const s = await demo.get<any>(`/${k}/${id}`, as); if (s.status !== 200) out.push('SHOW ' + s.status);
    }
  for (const inc of ['users/1?include=company,phone,posts,roles,image,logs,stats,headline','companies?include=users,tags,partners,logs&perPage=2','posts/1?include=user,comments.author,tags,image,logs','videos/1?include=user,comments,tags','roles/1?include=users','tags?include=posts,videos,companies&perPage=2','phones/1?include=user'])
   for (const as of ['admin','reader'] as const) {
    const t = await demo.statements(async () => { const r = await demo.get<any>(`/${inc}`, as); out.push(`${as} ${inc} ${r.status} ${JSON.stringify(r.body).slice(0,r.status===200?200:900)}`); });
    out.push(...t.map((x) => '   ' + x));
   }
  console.log(out.join('\n'));
});

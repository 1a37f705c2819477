import { testDialect } from '../../support/databases.js';
import { IntrospectedApp } from './introspected-app.js';
import { thirtyTables } from './thirty-tables.js';

const names = [
  ...['TBL_CUST', 'country', 'city', 'address', 'order', 'product', 'category', 'tag'],
  ...['product_category', 'product_tag', 'department'],
];

/** The lines that a team reads and owns, without the test. */
const linesOf = (app: IntrospectedApp, folder: string): number =>
  Object.entries(app.sources())
    .filter(([path]) => path.startsWith(`src/${folder}/`) && !path.endsWith('.spec.ts'))
    .flatMap(([, source]) => source.split('\n'))
    .filter((line) => line.trim() !== '').length;

describe('introspect on eleven tables', () => {
  let app: IntrospectedApp;
  beforeAll(async () => {
    app = await IntrospectedApp.create(thirtyTables(testDialect));
    await app.report('--module', 'shop', '--tables', names.join(','));
  });
  afterAll(() => app.dispose());

  it('writes at most 250 lines of one module, besides the test (issue 20)', () => {
    expect(linesOf(app, 'shop')).toBeLessThanOrEqual(250);
    expect(linesOf(app, 'shop')).toBeGreaterThan(100);
  });
});

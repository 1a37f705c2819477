import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import {
  createApplication,
  DATABASE,
  hashPassword,
  ResourceModule,
  type Database,
} from '../../../src/index.js';
import { createLogger } from '../../../src/base/logging/index.js';
import { databaseUnderTest, type DatabaseUnderTest } from '../databases.js';
import { validateAgainstDocument } from '../document/validate-against-document.js';
import { insert } from '../library-app/seed.js';
import { OpenPolicy } from '../open-policy.js';
import { patientLimits } from '../patient-limits.js';
import { Clerk, CreateOffice1735700000077 } from './entities.js';
import { DepartmentPolicy, EmployeePolicy, officeResources, SalaryPolicy } from './resources.js';

/** The office: employees, what they earn and what they work on, on a database of its own. */
export class OfficeApp {
  private constructor(
    readonly app: NestFastifyApplication,
    private readonly source: DatabaseUnderTest,
    private readonly storage: string,
  ) {}

  /** Two clerks sign in with "password": `boss` sees pay, `clerk` does not. */
  static async start(): Promise<OfficeApp> {
    const source = await databaseUnderTest();
    const storage = await mkdtemp(join(tmpdir(), 'resource-api-office-'));
    @ResourceModule({
      resources: officeResources,
      migrations: [CreateOffice1735700000077],
      providers: [OpenPolicy, SalaryPolicy, DepartmentPolicy, EmployeePolicy],
    })
    class OfficeModule {}
    const app = await createApplication<Clerk>({
      modules: [OfficeModule],
      options: {
        prefix: '/rest/v2',
        database: { url: source.url },
        storage: { path: storage },
        authentication: { user: { entity: Clerk, identifier: 'login', password: 'password' } },
        explorer: { path: '/explorer-of/office', title: 'The office', color: '#0f766e' },
        reference: { title: 'The office' },
        why: { can: ({ seesPay }) => seesPay },
        viewAs: { can: ({ seesPay }) => seesPay },
        limits: patientLimits,
      },
      logger: createLogger('silent'),
    });
    validateAgainstDocument(app);
    await app.init();
    await app.getHttpAdapter().getInstance().ready();
    const office = new OfficeApp(app, source, storage);
    await office.fill();
    return office;
  }

  private async fill(): Promise<void> {
    const database = this.app.get<Database>(DATABASE);
    const password = await hashPassword('password');
    const rows: Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>> = {
      clerks: [
        { id: 1, login: 'boss', password, sees_pay: true },
        { id: 2, login: 'clerk', password, sees_pay: false },
      ],
      departments: [
        { id: 1, title: 'Company', parent_id: null },
        { id: 2, title: 'Workshop', parent_id: 1 },
        { id: 3, title: 'Sales', parent_id: 1 },
      ],
      employees: names.map((full_name, at) => ({
        ...{ id: at + 1, full_name, active: at % 4 !== 3, hired_on: `20${10 + at}-03-01` },
        workplace: ['office', 'remote', 'mixed'][at % 3],
        department_id: (at % 3) + 1,
      })),
      salaries: names.map((_name, at) => ({
        ...{ id: at + 1, amount: `${4000 + at * 111}.50`, currency: at % 2 ? 'CHF' : 'EUR' },
        ...{ valid_from: '2024-01-01', employee_id: at + 1 },
      })),
      reviews: names.map((name, at) => ({
        ...{ id: at + 1, body: `${name} did well this year.`, mark: (at % 5) + 1 },
        employee_id: at + 1,
      })),
      projects: [
        { code: 'roof', name: 'New roof' },
        { code: 'new', name: 'A project with a difficult key' },
        { code: 'web', name: 'Website' },
      ],
      assignments: [
        { employee_id: 1, project_id: 'roof', part: 'lead', days: '12.50' },
        { employee_id: 1, project_id: 'new', part: null, days: null },
      ],
    };
    for (const [table, list] of Object.entries(rows))
      for (const row of list) await insert(database, table, row);
  }

  async stop(): Promise<void> {
    await this.app.close();
    await this.source.dispose();
    await rm(this.storage, { recursive: true, force: true });
  }
}

const names = [
  ...['Ada Byron', 'Ben Okri', 'Cleo Marsh', 'Dan Ortiz', 'Eve Adler', 'Finn Larsen'],
  ...['Gil Brandt', 'Hana Sato', 'Ivo Kral', 'Jana Blau', 'Kai Winter', 'Lea Sommer'],
  ...['Max Ruiz', 'Nia Obi', 'Oda Lind', 'Pia Conti', 'Rui Dias', 'Sam Cole', 'Tom Hale'],
  'Una Ferro',
];

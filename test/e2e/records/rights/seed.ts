import type { PayrollApp } from '../../../support/payroll-app/payroll-app.js';

/** Two teams and three workers. */
export async function fillPayroll(payroll: PayrollApp): Promise<void> {
  await payroll.fill({
    teams: [
      { id: 1, title: 'Dock', budget: 900, motto: 'gold' },
      { id: 2, title: 'Yard', budget: 100, motto: 'iron' },
    ],
    workers: [
      { id: 1, name: 'Ada', age: 40, salary: 3000, iban: 'DE1', team_id: 1 },
      { id: 2, name: 'Bob', age: 30, salary: 2000, iban: 'DE2', team_id: 2 },
      { id: 3, name: 'Cem', age: 20, salary: 1000, iban: null, team_id: 1 },
    ],
    reviews: [{ id: 1, text: 'fine', mark: 5, worker_id: 1 }],
    bonuses: [{ id: 1, name: 'Summer' }],
    badges: [
      { id: 1, code: 'sun', bonus_id: 1 },
      { id: 2, code: 'sea', bonus_id: 1 },
    ],
    bonus_worker: [{ worker_id: 1, bonus_id: 1 }],
  });
}

import { Injectable } from '@nestjs/common';
import {
  Action,
  ActionLog,
  BelongsTo,
  BelongsToMany,
  Computed,
  defineRules,
  Field,
  Filter,
  HasMany,
  MorphMany,
  Resource,
  ResourceOf,
  where,
  type ActionRequest,
  type Condition,
  type Related,
  type ResourceRequest,
} from '../../../src/index.js';
import { OpenPolicy } from '../open-policy.js';
import { Assignment, Clerk, Department, Employee, Project, Review, Salary } from './entities.js';

const seesPay = (user: unknown): boolean => (user as Clerk).seesPay;
const maySeePay = ({ user }: ResourceRequest): boolean => seesPay(user);

/** Only those who see pay may list salaries. */
@Injectable()
export class SalaryPolicy extends OpenPolicy {
  override index(user?: object) {
    return seesPay(user);
  }
}

/** Only those who see pay may change departments. */
@Injectable()
export class DepartmentPolicy extends OpenPolicy {
  override store(user?: object) {
    return seesPay(user);
  }
  override delete(user?: object) {
    return seesPay(user);
  }
}

@Injectable()
export class EmployeePolicy extends OpenPolicy {
  attachProjects() {
    return true;
  }
  detachProjects(user: object) {
    return seesPay(user);
  }
  syncProjects(user: object) {
    return seesPay(user);
  }
}

const raising = defineRules({ percent: ['required', 'numeric', 'between:0.5,20'] });

/** Stores a salary for each employee that is higher by a percentage. */
@Action({ description: 'Raise the last salary by a percentage.', rules: raising })
export class RaiseSalaries {
  canSee(request: ResourceRequest) {
    return maySeePay(request);
  }

  async handle(request: ActionRequest<typeof raising>, employees: Employee[]) {
    const { percent } = await request.validate();
    const rows = employees.map(({ id }) => ({
      employee_id: id,
      amount: String(1000 + Number(percent)),
      currency: 'EUR',
      valid_from: '2025-01-01',
    }));
    await request.store(Salary, rows);
    return { raised: rows.length };
  }
}

@Action({ destructive: true, description: 'Delete these employees and what belongs to them.' })
export class DismissEmployees {
  async handle(request: ActionRequest, employees: Employee[]) {
    await request.delete(employees);
    return { dismissed: employees.length };
  }
}

@Filter({ name: 'Works from', value: ['required', 'in:office,remote,mixed'] })
export class WorksFrom {
  condition(_request: ResourceRequest, place: string): Condition<Employee> {
    return where<Employee>({ workplace: place });
  }
}

@Resource({ policy: OpenPolicy, profile: true, group: 'Office' })
export class ClerkResource extends ResourceOf(Clerk) {
  @Field({ searchable: true }) login!: string;
}

@Resource({ policy: DepartmentPolicy, group: 'Office', logged: true })
export class DepartmentResource extends ResourceOf(Department) {
  @Field({ searchable: true, sortable: true }) title!: string;
  @Field({ label: 'Part of' }) parent_id!: number | null;
  @BelongsTo(() => DepartmentResource) parent!: Related;
  @HasMany(() => DepartmentResource) parts!: Related;
  @HasMany(() => EmployeeResource) employees!: Related;
}

@Resource({
  policy: EmployeePolicy,
  actions: [RaiseSalaries, DismissEmployees],
  filters: [WorksFrom],
  group: 'People',
  logged: true,
  titleField: 'full_name',
})
export class EmployeeResource extends ResourceOf(Employee) {
  @Field({ searchable: true, sortable: true, matchable: true }) full_name!: string;
  @Field({ rules: ['url'] }) homepage!: string | null;
  @Field({ sortable: true, matchable: true }) hired_on!: string | null;
  @Field({ matchable: true }) active!: boolean;
  @Field({ matchable: true }) workplace!: string;
  @Field() notes!: string | null;
  @Field({ rules: ['image'], image: true }) photo!: string | null;
  @Field({ rules: ['json'] }) skills!: object | null;
  @Field({ matchable: true }) department_id!: number | null;
  @Field({ readOnly: true }) updated_at!: Date;
  @BelongsTo(() => DepartmentResource, { searchable: ['title'] }) department!: Related;
  @HasMany(() => SalaryResource) salaries!: Related;
  @HasMany(() => ReviewResource) reviews!: Related;
  @BelongsToMany(() => ProjectResource, {
    through: () => Assignment,
    withPivot: ['part', 'days'],
    unique: true,
    validationCallback: () => ({
      part: ['nullable', 'in:lead,member'],
      days: ['nullable', 'max:250'],
    }),
  })
  projects!: Related;
  @MorphMany(() => LogResource, { morph: 'actionable' }) logs!: Related;
}

@Resource({ policy: SalaryPolicy, group: 'People', logged: true })
export class SalaryResource extends ResourceOf(Salary) {
  @Field({ sortable: true, matchable: true, rules: ['min:0'] }) amount!: string;
  @Field() currency!: string;
  @Field({ sortable: true, matchable: true }) valid_from!: string;
  @Field() employee_id!: number;
  @BelongsTo(() => EmployeeResource) employee!: Related;
}

@Resource({ policy: OpenPolicy, group: 'People' })
export class ReviewResource extends ResourceOf(Review) {
  @Field({ searchable: true }) body!: string;
  @Field({ canSee: maySeePay, sortable: true, rules: ['between:1,5'] }) mark!: number;
  @Field() employee_id!: number;
  @Computed({ needs: ['body'], type: 'integer' })
  words(_request: ResourceRequest, { body }: Review) {
    return body.split(/\s+/).length;
  }
  @BelongsTo(() => EmployeeResource) employee!: Related;
}

@Resource({ policy: OpenPolicy })
export class ProjectResource extends ResourceOf(Project) {
  @Field({ searchable: true, sortable: true }) name!: string;
}

@Resource({ policy: OpenPolicy })
export class LogResource extends ResourceOf(ActionLog, {
  fields: ['user_id', 'name', 'actionable_type', 'actionable_id', 'status', 'original', 'changes'],
}) {}

export const officeResources = [
  ClerkResource,
  DepartmentResource,
  EmployeeResource,
  SalaryResource,
  ReviewResource,
  ProjectResource,
  LogResource,
];

import {
  Column,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type MigrationInterface,
  type QueryRunner,
  type Relation,
} from 'typeorm';
import { createTable, dropTable, type ActionLog } from '../../../src/index.js';

/** The users: clerks, of whom some see what people earn. */
@Entity('clerks')
export class Clerk {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) login!: string;
  @Column('varchar', { length: 200, nullable: true }) password!: string | null;
  @Column('boolean', { name: 'sees_pay' }) seesPay!: boolean;
}

/** Departments are parts of other departments. */
@Entity('departments')
export class Department {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 60, unique: true }) title!: string;
  @Column('int', { nullable: true }) parent_id!: number | null;
  @ManyToOne(() => Department, (department) => department.parts)
  @JoinColumn({ name: 'parent_id' })
  parent!: Relation<Department> | null;
  @OneToMany(() => Department, (department) => department.parent) parts!: Relation<Department>[];
  @OneToMany(() => Employee, (employee) => employee.department) employees!: Relation<Employee>[];
}

@Entity('employees')
export class Employee {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 80 }) full_name!: string;
  @Column('varchar', { length: 200, nullable: true }) homepage!: string | null;
  @Column('date', { nullable: true }) hired_on!: string | null;
  @Column('boolean') active!: boolean;
  @Column({ type: 'varchar', length: 16, enum: ['office', 'remote', 'mixed'] }) workplace!: string;
  @Column('text', { nullable: true }) notes!: string | null;
  @Column('varchar', { length: 255, nullable: true }) photo!: string | null;
  @Column('simple-json', { nullable: true }) skills!: object | null;
  @Column('int', { nullable: true }) department_id!: number | null;
  @UpdateDateColumn({ precision: 3 }) updated_at!: Date;
  @ManyToOne(() => Department, (department) => department.employees)
  @JoinColumn({ name: 'department_id' })
  department!: Relation<Department> | null;
  @OneToMany(() => Salary, (salary) => salary.employee) salaries!: Relation<Salary>[];
  @OneToMany(() => Review, (review) => review.employee) reviews!: Relation<Review>[];
  @ManyToMany(() => Project)
  @JoinTable({
    name: 'assignments',
    joinColumn: { name: 'employee_id' },
    inverseJoinColumn: { name: 'project_id' },
  })
  projects!: Relation<Project>[];
  logs!: ActionLog[];
}

/** What an employee earns from a day on. */
@Entity('salaries')
export class Salary {
  @PrimaryGeneratedColumn() id!: number;
  @Column('decimal', { precision: 12, scale: 2 }) amount!: string;
  @Column({ type: 'varchar', length: 3, enum: ['EUR', 'CHF'] }) currency!: string;
  @Column('date') valid_from!: string;
  @Column('int') employee_id!: number;
  @ManyToOne(() => Employee, (employee) => employee.salaries)
  @JoinColumn({ name: 'employee_id' })
  employee!: Relation<Employee>;
}

@Entity('reviews')
export class Review {
  @PrimaryGeneratedColumn() id!: number;
  @Column('text') body!: string;
  @Column('int') mark!: number;
  @Column('int') employee_id!: number;
  @ManyToOne(() => Employee, (employee) => employee.reviews)
  @JoinColumn({ name: 'employee_id' })
  employee!: Relation<Employee>;
}

/** Projects have keys that people chose. */
@Entity('projects')
export class Project {
  @PrimaryColumn('varchar', { length: 20 }) code!: string;
  @Column('varchar', { length: 60 }) name!: string;
}

/** The work of an employee in a project. */
@Entity('assignments')
export class Assignment {
  @PrimaryColumn('int') employee_id!: number;
  @PrimaryColumn('varchar', { length: 20 }) project_id!: string;
  @Column('varchar', { length: 20, nullable: true }) part!: string | null;
  @Column('decimal', { precision: 5, scale: 2, nullable: true }) days!: string | null;
}

const tables: Readonly<Record<string, Parameters<typeof createTable>[2]>> = {
  clerks: (type) => ({
    columns: {
      id: type.key,
      login: `${type.text(40)} not null`,
      password: `${type.text(200)} null`,
      sees_pay: `${type.boolean} not null`,
    },
    uniques: [['login']],
  }),
  departments: (type) => ({
    columns: {
      id: type.key,
      title: `${type.text(60)} not null`,
      parent_id: `${type.integer} null`,
    },
    uniques: [['title']],
    foreignKeys: { parent_id: 'departments (id) on delete restrict' },
  }),
  employees: (type) => ({
    columns: {
      id: type.key,
      full_name: `${type.text(80)} not null`,
      homepage: `${type.text(200)} null`,
      hired_on: 'date null',
      active: `${type.boolean} not null`,
      workplace: `${type.text(16)} not null`,
      notes: `${type.longText} null`,
      photo: `${type.text(255)} null`,
      skills: `${type.longText} null`,
      department_id: `${type.integer} null`,
      updated_at: `${type.datetime} default ${type.now} not null`,
    },
    foreignKeys: { department_id: 'departments (id) on delete restrict' },
  }),
  salaries: (type) => ({
    columns: {
      id: type.key,
      amount: 'decimal(12,2) not null',
      currency: `${type.text(3)} not null`,
      valid_from: 'date not null',
      employee_id: `${type.integer} not null`,
    },
    foreignKeys: { employee_id: 'employees (id) on delete cascade' },
  }),
  reviews: (type) => ({
    columns: {
      id: type.key,
      body: `${type.longText} not null`,
      mark: `${type.integer} not null`,
      employee_id: `${type.integer} not null`,
    },
    foreignKeys: { employee_id: 'employees (id) on delete cascade' },
  }),
  projects: (type) => ({
    columns: { code: `${type.text(20)} primary key not null`, name: `${type.text(60)} not null` },
  }),
  assignments: (type) => ({
    columns: {
      employee_id: `${type.integer} not null`,
      project_id: `${type.text(20)} not null`,
      part: `${type.text(20)} null`,
      days: 'decimal(5,2) null',
    },
    primaryKey: ['employee_id', 'project_id'],
    foreignKeys: {
      employee_id: 'employees (id) on delete cascade',
      project_id: 'projects (code) on delete cascade',
    },
  }),
};

export class CreateOffice1735700000077 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    for (const [name, define] of Object.entries(tables))
      await createTable(queryRunner, name, define);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const name of Object.keys(tables).reverse()) await dropTable(queryRunner, name);
  }
}

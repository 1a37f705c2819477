import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';
import type { ActionLog } from 'resource-api';
import { Company } from '../companies/company.entity.js';
import type { Image } from '../images/image.entity.js';
import { Phone } from '../phones/phone.entity.js';
import { Post } from '../posts/post.entity.js';
import { Role } from '../roles/role.entity.js';

/** A user's preferences for the website of the house. */
export interface Preferences {
  theme: string;
  locale: string;
}

/** A person with an account: an author, an editor, a reader. */
@Entity('users')
export class User {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 120 })
  name!: string;

  /** In lower case. @contract C1.6 */
  @Column('varchar', { length: 190, unique: true })
  email!: string;

  @Column('int', { nullable: true })
  age!: number | null;

  /** The path of the image under `/storage`. */
  @Column('varchar', { length: 255, nullable: true })
  avatar!: string | null;

  @Column('json', { nullable: true })
  preferences!: Preferences | null;

  @Column('uuid', { nullable: true })
  company_id!: string | null;

  /** The password's hash, never the password. */
  @Column('varchar', { length: 255 })
  password!: string;

  /** If set, the account is suspended. */
  @Column({ type: Date, precision: 3, nullable: true })
  suspended_at!: Date | null;

  @Column('boolean', { default: false })
  is_admin!: boolean;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;

  @ManyToOne(() => Company, (company) => company.users)
  @JoinColumn({ name: 'company_id' })
  company!: Relation<Company> | null;

  @OneToOne(() => Phone, (phone) => phone.user)
  phone!: Relation<Phone> | null;

  @OneToMany(() => Post, (post) => post.user)
  posts!: Relation<Post>[];

  @ManyToMany(() => Role, (role) => role.users)
  @JoinTable({
    name: 'role_user',
    joinColumn: { name: 'user_id' },
    inverseJoinColumn: { name: 'role_id' },
  })
  roles!: Relation<Role>[];

  image!: Image | null;
  logs!: ActionLog[];

  /** Whether the user has the role `editor`: a fact that authentication fills in. */
  is_editor?: boolean;

  /** The user as the sender of an email: `Ann Lee <ann@example.com>`. */
  get headline(): string {
    return `${this.name} <${this.email}>`;
  }
}

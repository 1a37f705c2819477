import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What the role lets its user do: look, change everything, or change what is the user's own. */
export type RolePolicy = 'read' | 'write' | 'own';

/** The link between a user and a role, and how far the role reaches. */
@Entity('role_user')
export class RoleUser {
  @PrimaryColumn('int')
  user_id!: number;

  @PrimaryColumn('int')
  role_id!: number;

  @Column('varchar', { length: 16, nullable: true })
  policy!: RolePolicy | null;

  @Column('boolean', { nullable: true })
  active!: boolean | null;

  /** Key of the admin who gave the role; never shown. */
  @Column('int', { nullable: true })
  granted_by!: number | null;
}

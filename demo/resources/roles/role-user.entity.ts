import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The scope of a role: see records, change all of them, or change the user's own. */
export type RolePolicy = 'read' | 'write' | 'own';

/** The link between a user and a role, with the scope of the role. */
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

  /** The key of the admin who assigned the role; never shown. */
  @Column('int', { nullable: true })
  granted_by!: number | null;
}

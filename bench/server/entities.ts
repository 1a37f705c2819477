import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryColumn,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';

@Entity('users')
export class BenchUser {
  @PrimaryColumn('int') id!: number;
  @Column('text') name!: string;
  @Column('text') email!: string;
  @Column('int', { nullable: true }) age!: number | null;
  @Column('text', { nullable: true }) avatar!: string | null;
  @Column({ type: Date }) created_at!: Date;
  @Column({ type: Date }) updated_at!: Date;
  @Column('text', { nullable: true }) password!: string | null;
  @OneToMany(() => BenchPost, (post) => post.user) posts!: Relation<BenchPost>[];
  @ManyToMany(() => BenchRole)
  @JoinTable({
    name: 'role_user',
    joinColumn: { name: 'user_id' },
    inverseJoinColumn: { name: 'role_id' },
  })
  roles!: Relation<BenchRole>[];
}

@Entity('posts')
export class BenchPost {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int') user_id!: number;
  @Column('text') title!: string;
  @Column('text') description!: string;
  @Column('int') views!: number;
  @CreateDateColumn() created_at!: Date;
  @UpdateDateColumn() updated_at!: Date;
  @ManyToOne(() => BenchUser, (user) => user.posts)
  @JoinColumn({ name: 'user_id' })
  user!: Relation<BenchUser>;
  @OneToMany(() => BenchComment, (comment) => comment.post) comments!: Relation<BenchComment>[];
}

@Entity('comments')
export class BenchComment {
  @PrimaryColumn('int') id!: number;
  @Column('int') post_id!: number;
  @Column('int') user_id!: number;
  @Column('text') comment!: string;
  @Column({ type: Date }) created_at!: Date;
  @ManyToOne(() => BenchPost, (post) => post.comments)
  @JoinColumn({ name: 'post_id' })
  post!: Relation<BenchPost>;
}

@Entity('roles')
export class BenchRole {
  @PrimaryColumn('int') id!: number;
  @Column('text') name!: string;
  @Column({ type: Date }) created_at!: Date;
}

@Entity('role_user')
export class BenchRoleUser {
  @PrimaryColumn('int') user_id!: number;
  @PrimaryColumn('int') role_id!: number;
  @Column('text', { nullable: true }) policy!: string | null;
  @Column('boolean', { default: true }) active!: boolean;
}

import type { ResourceNames } from '../workspace/names.js';

/** The entity of a new resource. */
export const entityTemplate = ({ class: name, table }: ResourceNames): string =>
  `import {
  Column,
  CreateDateColumn,
  Entity,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
} from 'typeorm';

@Entity('${table}')
export class ${name} {
  @PrimaryGeneratedColumn()
  id!: number;

  @Column('varchar', { length: 200 })
  name!: string;

  @CreateDateColumn({ precision: 3 })
  created_at!: Date;

  @UpdateDateColumn({ precision: 3 })
  updated_at!: Date;
}
`;

import {
  Column,
  DeleteDateColumn,
  Entity,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  PrimaryGeneratedColumn,
  UpdateDateColumn,
  type Relation,
} from 'typeorm';

/** The user of the API. */
@Entity('gardeners')
export class Gardener {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40, unique: true }) name!: string;
  @Column('varchar', { length: 120, nullable: true }) password!: string | null;
}

/** Beds are logged, and only marked when they are deleted. `secret` is write-only. */
@Entity('beds')
export class Bed {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) title!: string;
  @Column('varchar', { length: 40, nullable: true }) secret!: string | null;
  @Column('int') gardener_id!: number;
  @UpdateDateColumn({ precision: 3 }) updated_at!: Date;
  @DeleteDateColumn({ type: Date, precision: 3 }) deleted_at!: Date | null;
  @ManyToOne(() => Gardener) @JoinColumn({ name: 'gardener_id' }) gardener!: Relation<Gardener>;
  @OneToMany(() => Plant, (plant) => plant.bed) plants!: Relation<Plant>[];
}

/** Plants are logged, and refer to the plant that they come from. */
@Entity('plants')
export class Plant {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
  @Column('varchar', { length: 20, nullable: true }) grade!: string | null;
  @Column('varchar', { length: 255, nullable: true }) photo!: string | null;
  @Column('int', { nullable: true }) bed_id!: number | null;
  @Column('int', { nullable: true }) parent_id!: number | null;
  @ManyToOne(() => Bed, (bed) => bed.plants)
  @JoinColumn({ name: 'bed_id' })
  bed!: Relation<Bed> | null;
  @ManyToOne(() => Plant) @JoinColumn({ name: 'parent_id' }) parent!: Relation<Plant> | null;
  @OneToMany(() => Leaf, (leaf) => leaf.plant) leaves!: Relation<Leaf>[];
  @ManyToMany(() => Label)
  @JoinTable({
    name: 'label_plant',
    joinColumn: { name: 'plant_id' },
    inverseJoinColumn: { name: 'label_id' },
  })
  labels!: Relation<Label>[];
  messages!: Message[];
}

/** The database deletes leaves with their plant; not logged. */
@Entity('leaves')
export class Leaf {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20 }) shape!: string;
  @Column('int') plant_id!: number;
  @ManyToOne(() => Plant, (plant) => plant.leaves)
  @JoinColumn({ name: 'plant_id' })
  plant!: Relation<Plant>;
}

/** A message about a plant, only marked when it is deleted; not logged. */
@Entity('messages')
export class Message {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) text!: string;
  @Column('varchar', { length: 20 }) about_type!: string;
  @Column('int') about_id!: number;
  @DeleteDateColumn({ type: Date, precision: 3 }) deleted_at!: Date | null;
}

@Entity('labels')
export class Label {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) name!: string;
}

@Entity('label_plant')
export class LabelPlant {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int') plant_id!: number;
  @Column('int') label_id!: number;
  @Column('int', { nullable: true }) place!: number | null;
}

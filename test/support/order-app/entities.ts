import { Column, Entity, JoinColumn, ManyToOne, OneToMany } from 'typeorm';
import { OneToOne, PrimaryGeneratedColumn, type Relation } from 'typeorm';

/** A member of a shop, and the user of its API. */
@Entity('clerks')
export class Clerk {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 60 }) name!: string;
  @Column('varchar', { length: 120, nullable: true }) password!: string | null;
  @Column('boolean', { name: 'is_head' }) isHead!: boolean;
}

@Entity('orders')
export class Order {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) title!: string;
  @Column('varchar', { length: 40, nullable: true }) note!: string | null;
  @OneToMany(() => Line, (line) => line.order) lines!: Relation<Line>[];
  @OneToMany(() => Discount, (discount) => discount.order) discounts!: Relation<Discount>[];
  @OneToOne(() => Receipt, (receipt) => receipt.order) receipt!: Relation<Receipt> | null;
  remarks!: Remark[];
  cover!: Cover | null;
}

/** A line of an order. Only the head sees hidden lines, and nobody changes locked ones. */
@Entity('order_lines')
export class Line {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20 }) product!: string;
  @Column('int', { default: 1 }) quantity!: number;
  @Column('varchar', { length: 20, nullable: true, unique: true }) sku!: string | null;
  @Column('int', { nullable: true }) cost!: number | null;
  @Column('boolean', { default: false }) hidden!: boolean;
  @Column('boolean', { default: false }) locked!: boolean;
  @Column('int', { name: 'order_id' }) orderId!: number;
  @ManyToOne(() => Order, (order) => order.lines)
  @JoinColumn({ name: 'order_id' })
  order!: Relation<Order>;
  remarks!: Remark[];
}

@Entity('discounts')
export class Discount {
  @PrimaryGeneratedColumn() id!: number;
  @Column('int') percent!: number;
  @Column('int', { name: 'order_id' }) orderId!: number;
  @ManyToOne(() => Order, (order) => order.discounts)
  @JoinColumn({ name: 'order_id' })
  order!: Relation<Order>;
}

@Entity('receipts')
export class Receipt {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 20 }) number!: string;
  @Column('int', { name: 'order_id', unique: true }) orderId!: number;
  @OneToOne(() => Order, (order) => order.receipt)
  @JoinColumn({ name: 'order_id' })
  order!: Relation<Order>;
}

/** A remark about an order or a line. */
@Entity('remarks')
export class Remark {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) text!: string;
  @Column('varchar', { length: 20, name: 'about_type' }) aboutType!: string;
  @Column('int', { name: 'about_id' }) aboutId!: number;
}

/** The picture on an order. Nothing in the table prevents a second one. */
@Entity('covers')
export class Cover {
  @PrimaryGeneratedColumn() id!: number;
  @Column('varchar', { length: 40 }) title!: string;
  @Column('varchar', { length: 20, name: 'on_type' }) onType!: string;
  @Column('int', { name: 'on_id' }) onId!: number;
}

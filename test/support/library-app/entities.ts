import {
  Column,
  DeleteDateColumn,
  Entity,
  Index,
  JoinColumn,
  JoinTable,
  ManyToMany,
  ManyToOne,
  OneToMany,
  OneToOne,
  PrimaryColumn,
  type Relation,
} from 'typeorm';

/** A reader of the library, and the user of its API. */
@Entity('patrons')
export class Patron {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') name!: string;
  @Column('varchar', { nullable: true }) password!: string | null;
  @Column('boolean', { name: 'is_librarian' }) isLibrarian!: boolean;
  @Column('json', { nullable: true }) settings!: object | null;
  @OneToOne(() => Card, (card) => card.patron) card!: Relation<Card> | null;
  @OneToMany(() => Fine, (fine) => fine.patron) fines!: Relation<Fine>[];
  @ManyToMany(() => Book, (book) => book.readers)
  @JoinTable({
    name: 'loans',
    joinColumn: { name: 'patron_id' },
    inverseJoinColumn: { name: 'book_id' },
  })
  books!: Relation<Book>[];
}

@Entity('cards')
export class Card {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') number!: string;
  @Index({ unique: true }) @Column('int', { name: 'patron_id' }) patronId!: number;
  @OneToOne(() => Patron, (patron) => patron.card)
  @JoinColumn({ name: 'patron_id' })
  patron!: Relation<Patron>;
}

@Entity('fines')
export class Fine {
  @PrimaryColumn('int') id!: number;
  @Column('int', { name: 'patron_id' }) patronId!: number;
  @ManyToOne(() => Patron, (patron) => patron.fines)
  @JoinColumn({ name: 'patron_id' })
  patron!: Relation<Patron>;
}

/** A pivot with a key of its own: a patron may borrow a book twice. */
@Entity('loans')
export class Loan {
  @PrimaryColumn('int') id!: number;
  @Column('int', { name: 'patron_id' }) patronId!: number;
  @Column('bigint', { name: 'book_id' }) bookId!: string;
  @Column({ type: Date, name: 'borrowed_at' }) borrowedAt!: Date;
}

@Entity('writers')
export class Writer {
  @PrimaryColumn('uuid') id!: string;
  @Column('varchar', { name: 'full_name' }) fullName!: string;
  @Column('varchar', { name: 'pen_name', nullable: true }) penName!: string | null;
  @Column({ type: Date, name: 'born_at', nullable: true }) bornAt!: Date | null;
  @Column('varchar', { name: 'secret_note', nullable: true }) secretNote!: string | null;
  @Column('boolean') hidden!: boolean;
  @Column('uuid', { name: 'mentor_id', nullable: true }) mentorId!: string | null;
  @ManyToOne(() => Writer, (writer) => writer.pupils)
  @JoinColumn({ name: 'mentor_id' })
  mentor!: Relation<Writer> | null;
  @OneToMany(() => Writer, (writer) => writer.mentor) pupils!: Relation<Writer>[];
  @ManyToMany(() => Writer)
  @JoinTable({
    name: 'rivalries',
    joinColumn: { name: 'writer_id' },
    inverseJoinColumn: { name: 'rival_id' },
  })
  rivals!: Relation<Writer>[];
  @OneToMany(() => Book, (book) => book.writer) books!: Relation<Book>[];
  @OneToMany(() => Ledger, (ledger) => ledger.writer) ledgers!: Relation<Ledger>[];
  portrait!: Portrait | null;
  remarks!: Remark[];
  topics!: Topic[];

  get displayName(): string {
    return this.penName ?? this.fullName;
  }

  /** A getter that works only for writers with a pen name. */
  get initials(): string {
    return this.penName!.charAt(0);
  }
}

@Entity('books')
export class Book {
  @PrimaryColumn('bigint') id!: string;
  @Column('varchar') title!: string;
  @Column('int', { name: 'page_count' }) pageCount!: number;
  @Column('decimal', { precision: 8, scale: 2 }) price!: string;
  @Column('decimal', { precision: 8, scale: 2, name: 'cover_price' }) coverPrice!: string;
  @Column('bigint', { name: 'copies_sold' }) copiesSold!: string;
  @Column('boolean') available!: boolean;
  @Column({ type: Date, name: 'printed_at', nullable: true }) printedAt!: Date | null;
  @Column('simple-json', { nullable: true }) details!: object | null;
  @Column('simple-array', { nullable: true }) keywords!: string[] | null;
  @Column('uuid', { name: 'writer_id', nullable: true }) writerId!: string | null;
  @Column('varchar', { name: 'main_genre_id', nullable: true }) mainGenreId!: string | null;
  @DeleteDateColumn({ type: Date, name: 'deleted_at' }) deletedAt!: Date | null;
  @ManyToOne(() => Writer, (writer) => writer.books)
  @JoinColumn({ name: 'writer_id' })
  writer!: Relation<Writer> | null;
  @ManyToOne(() => Genre) @JoinColumn({ name: 'main_genre_id' }) mainGenre!: Relation<Genre> | null;
  @ManyToMany(() => Genre, (genre) => genre.books)
  @JoinTable({
    name: 'shelvings',
    joinColumn: { name: 'book_id' },
    inverseJoinColumn: { name: 'genre_id' },
  })
  genres!: Relation<Genre>[];
  @ManyToMany(() => Patron, (patron) => patron.books) readers!: Relation<Patron>[];
  remarks!: Remark[];
  topics!: Topic[];
}

@Entity('genres')
export class Genre {
  @PrimaryColumn('varchar') slug!: string;
  @Column('varchar') label!: string;
  @ManyToMany(() => Book, (book) => book.genres) books!: Relation<Book>[];
}

@Entity('shelvings')
export class Shelving {
  @PrimaryColumn('bigint', { name: 'book_id' }) bookId!: string;
  @PrimaryColumn('varchar', { name: 'genre_id' }) genreId!: string;
  @Column('int', { nullable: true }) position!: number | null;
  @Column('varchar', { name: 'shelved_by', nullable: true }) shelvedBy!: string | null;
}

@Entity('topics')
export class Topic {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') name!: string;
  books!: Book[];
  writers!: Writer[];
}

@Entity('taggings')
export class Tagging {
  @PrimaryColumn('int', { name: 'topic_id' }) topicId!: number;
  @PrimaryColumn('varchar', { name: 'taggable_type' }) taggableType!: string;
  @PrimaryColumn('varchar', { name: 'taggable_id' }) taggableId!: string;
  @Column('int', { nullable: true }) weight!: number | null;
}

@Entity('remarks')
export class Remark {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') text!: string;
  @Column('boolean') flagged!: boolean;
  @Column('varchar', { name: 'remarkable_type' }) remarkableType!: string;
  @Column('varchar', { name: 'remarkable_id' }) remarkableId!: string;
}

@Entity('portraits')
export class Portrait {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') path!: string;
  @Column('varchar', { name: 'portrayed_type' }) portrayedType!: string;
  @Column('varchar', { name: 'portrayed_id' }) portrayedId!: string;
}

/** Accessible to librarians only. */
@Entity('ledgers')
export class Ledger {
  @PrimaryColumn('int') id!: number;
  @Column('varchar') entry!: string;
  @Column('uuid', { name: 'writer_id' }) writerId!: string;
  @ManyToOne(() => Writer, (writer) => writer.ledgers)
  @JoinColumn({ name: 'writer_id' })
  writer!: Relation<Writer>;
}

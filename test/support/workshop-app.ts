import { Injectable } from '@nestjs/common';
import {
  Action,
  Field,
  Resource,
  ResourceModule,
  ResourceOf,
  type ActionRequest,
  type Hooks,
  type ResourceApiOptions,
  type WriteRequest,
} from '../../src/index.js';
import type { Row } from '../../src/execution/database/database.js';
import { AppUnderTest, startApp, withKey } from './app-under-test.js';
import { CreateDepot1735700000001 } from './depot-app/create-depot.migration.js';
import { Keeper, Piece, Shelf, Sticker } from './depot-app/entities.js';
import { OpenPolicy } from './open-policy.js';

type Work = (request: ActionRequest, pieces: Piece[]) => unknown;

/** What the handler of the workshop does; each test sets it. */
@Injectable()
class Script {
  work: Work = () => undefined;
}

/** In chunks of three. */
@Action({ onlyOnIndex: true, chunkCount: 3 })
class RestorePieces {
  constructor(private readonly script: Script) {}
  handle(request: ActionRequest, pieces: Piece[]) {
    return this.script.work(request, pieces);
  }
}

@Resource({ uriKey: 'keepers', policy: OpenPolicy })
class Keepers extends ResourceOf(Keeper) {
  @Field() name!: string;
}

/** Receives every record as it was, as an entity, and changes nothing. */
@Injectable()
class WatchingHooks implements Hooks<Piece> {
  updating(_request: WriteRequest, _values: Partial<Piece>, piece: Piece) {
    if (!(piece instanceof Piece)) throw new TypeError('The hook did not receive an entity.');
  }
}

/** A module with a field for every column type, some under names of their own. */
function workshopModule(more: { readonly hooks?: typeof WatchingHooks }) {
  @Resource({
    uriKey: 'pieces',
    policy: OpenPolicy,
    logged: true,
    actions: [RestorePieces],
    ...more,
  })
  class Pieces extends ResourceOf(Piece) {
    @Field() title!: string;
    @Field() amount!: number | null;
    @Field() shade!: number | null;
    @Field() serial!: string | null;
    @Field() weight!: string | null;
    @Field({ number: true }) price!: string | null;
    @Field() height!: number | null;
    @Field({ property: 'onDisplay' }) on_display!: boolean | null;
    @Field({ property: 'acquiredOn' }) acquired_on!: string | null;
    @Field({ property: 'shownAt' }) shown_at!: Date | null;
    @Field() notes!: unknown;
    @Field() materials!: string[] | null;
    @Field() story!: string | null;
    @Field() finish!: 'raw' | 'oiled' | null;
    @Field() batch!: string | null;
    @Field({ writeOnly: true }) insurer!: string | null;
    @Field({ property: 'keeperId' }) keeper_id!: number;
  }

  @ResourceModule({
    resources: [Keepers, Pieces],
    entities: [Shelf, Sticker],
    migrations: [CreateDepot1735700000001],
    providers: [Script],
  })
  class WorkshopModule {}
  return WorkshopModule;
}

/** A row of the log as the database contains it; JSON as its characters. */
export interface RawLogRow {
  readonly key: string;
  readonly original: string;
  readonly changes: string;
  readonly snapshot: string | null;
}

/** Runs an action over pieces with a column of every type, on a fresh database. */
export class WorkshopApp extends AppUnderTest<Keeper, 'keeper'> {
  /** @param isWatched whether a hook receives each record before it is changed */
  static async start(
    options: Partial<ResourceApiOptions<Keeper>> = {},
    isWatched = false,
  ): Promise<WorkshopApp> {
    const started = await startApp<Keeper>({
      modules: [workshopModule(isWatched ? { hooks: WatchingHooks } : {})],
      options: {
        authentication: { user: { entity: Keeper, identifier: 'name', password: 'password' } },
        logLevel: 'silent',
        ...options,
      },
    });
    await started.test.factory(Keeper, { password: null }).create({ name: 'Kim', isHead: false });
    return new WorkshopApp(started, { keeper: withKey(Keeper, 1) }).signIn();
  }

  /** Empties the tables and stores pieces; returns them as TypeORM reads them, by their keys. */
  async fill(pieces: readonly Partial<Piece>[]): Promise<readonly Piece[]> {
    for (const table of ['action_logs', 'action_log_snapshots', 'pieces'])
      await this.database.write(`delete from ${table}`);
    const manager = this.database.dataSource.manager;
    await manager.insert(
      Piece,
      pieces.map((piece) => ({ title: 'Vase', keeperId: 1, ...piece })) as never,
    );
    return this.pieces();
  }

  async pieces(): Promise<readonly Piece[]> {
    const found = await this.database.dataSource.manager.find(Piece, { withDeleted: true });
    return found.sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  /** Runs the action over all pieces. */
  async restore(work: Work) {
    this.provider(Script).work = work;
    return this.client('keeper').send<unknown>(
      'POST',
      '/pieces/actions?action=restore-pieces',
      '{"repositories": "all"}',
    );
  }

  /** The rows of the log about pieces, in the order of their ids. */
  async log(): Promise<readonly RawLogRow[]> {
    const rows = await this.database.query(
      `select l.actionable_id, l.original, l.changes, s.content, l.snapshot_id from action_logs l` +
        ` left join action_log_snapshots s on s.id = l.snapshot_id where l.actionable_id is not null order by l.id`,
    );
    return rows.map(([key, original, changes, content, id]: Row) => ({
      key: String(key),
      original: String(original),
      changes: String(changes),
      snapshot: (content ?? id) as string | null,
    }));
  }
}

import type { DemoAccount } from '../../support/demo-app.js';

/** A resource object, as tests read it. */
export interface Seen {
  readonly id: string;
  readonly type: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, Seen & Seen[]>>;
  readonly meta: Readonly<Record<string, boolean>>;
  readonly pivots: Readonly<Record<string, unknown>>;
}

/** The response to an index. */
export interface Page {
  readonly meta: { readonly total: number; readonly last_page: number };
  readonly data: readonly Seen[];
}

/** The response to a show. */
export interface One {
  readonly data: Seen;
}

/** The accounts that may sign in, with their keys. */
export const accountKeys: Readonly<Record<DemoAccount, number>> = {
  admin: 1,
  editor: 2,
  author: 3,
  reader: 4,
};
export const accounts = Object.keys(accountKeys) as readonly DemoAccount[];

/** Every resource, with its attributes in their order and its relations. */
export const resources: Readonly<
  Record<string, { readonly attributes: string; readonly relations: string }>
> = {
  users: {
    attributes: 'name email age avatar preferences company_id created_at updated_at',
    relations: 'company phone posts roles image logs stats headline',
  },
  companies: {
    attributes: 'name country logo created_at updated_at',
    relations: 'users tags partners logs',
  },
  phones: { attributes: 'number user_id created_at updated_at', relations: 'user' },
  posts: {
    attributes: 'title description status published_at user_id created_at updated_at',
    relations: 'user comments tags image logs',
  },
  videos: {
    attributes: 'title url user_id created_at updated_at',
    relations: 'user comments tags',
  },
  comments: {
    attributes: 'comment commentable_type commentable_id user_id created_at updated_at',
    relations: 'author',
  },
  roles: { attributes: 'name created_at updated_at', relations: 'users' },
  tags: { attributes: 'label created_at updated_at', relations: 'posts videos companies' },
  images: { attributes: 'path alt created_at updated_at', relations: '' },
  action_logs: {
    attributes:
      'user_id name actionable_type actionable_id status original changes exception batch_id meta created_at',
    relations: '',
  },
};

/** The query that shows all of a resource. */
export const everythingOf = (resource: string): string => {
  const { relations } = resources[resource]!;
  return relations === '' ? '' : `include=${relations.replaceAll(' ', ',')}`;
};

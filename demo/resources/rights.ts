import type { ResourceRequest } from 'resource-api';
import type { Post } from './posts/post.entity.js';
import type { User } from './users/user.entity.js';
import './register.js';

/** Does an admin ask? For the options of definitions, which are given the request. */
export const isAdmin = ({ user }: ResourceRequest): boolean => user.is_admin;

/** Is the request about the account of whoever asks? */
export const isOwnAccount = ({ user, id }: ResourceRequest): boolean => id === String(user.id);

/** Whose a record is that is stored without a word about it. */
export const caller = ({ user }: ResourceRequest): number => user.id;

/** Is the record the user's own, or the user an admin? */
export const ownsOrRules = (user: User, record: { readonly user_id: number }): boolean =>
  user.is_admin || record.user_id === user.id;

/** Editors look after every post; a policy, two actions and the tags' side ask alike. */
export const mayUpdatePost = (user: User, post: Post): boolean =>
  user.is_editor === true || ownsOrRules(user, post);

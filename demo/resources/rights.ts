import type { ResourceRequest } from 'resource-api';
import type { Post } from './posts/post.entity.js';
import type { User } from './users/user.entity.js';
import './register.js';

/** Returns whether the caller is an admin, for options that receive the request. */
export const isAdmin = ({ user }: ResourceRequest): boolean => user.is_admin;

/** Returns whether the request is about the caller's own account. */
export const isOwnAccount = ({ user, id }: ResourceRequest): boolean => id === String(user.id);

/** Returns the default owner of a new record. */
export const caller = ({ user }: ResourceRequest): number => user.id;

/** Returns whether the record is the user's own, or the user is an admin. */
export const ownsOrRules = (user: User, record: { readonly user_id: number }): boolean =>
  user.is_admin || record.user_id === user.id;

/** Editors may change every post; a policy, two actions and the tags use the same check. */
export const mayUpdatePost = (user: User, post: Post): boolean =>
  user.is_editor === true || ownsOrRules(user, post);

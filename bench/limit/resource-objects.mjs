/** Converts rows to resource objects, as object literals: the JavaScript part of L2 and LS2. */

const meta = {
  authorizedToShow: true,
  authorizedToStore: true,
  authorizedToUpdate: true,
  authorizedToDelete: true,
};

const userAttributes = ({ name, email, age, avatar, created_at, updated_at }) => ({
  name,
  email,
  age,
  avatar,
  created_at,
  updated_at,
});

/** Returns a main record; with `relationships` only if some are requested. */
export const userObject = (row, relationships) =>
  relationships
    ? { id: String(row.id), type: 'users', attributes: userAttributes(row), relationships, meta }
    : { id: String(row.id), type: 'users', attributes: userAttributes(row), meta };

/** Returns a related post; with `relationships` only if some are requested. */
export function postObject(
  { id, user_id, title, description, views, created_at, updated_at },
  relationships,
) {
  const attributes = { user_id, title, description, views, created_at, updated_at };
  return relationships
    ? { id: String(id), type: 'posts', attributes, relationships }
    : { id: String(id), type: 'posts', attributes };
}

export const commentObject = ({ id, post_id, user_id, comment, created_at }) => ({
  id: String(id),
  type: 'comments',
  attributes: { post_id, user_id, comment, created_at },
});

export const roleObject = ({ id, name, created_at, policy, active }) => ({
  id: String(id),
  type: 'roles',
  attributes: { name, created_at },
  pivots: { policy, active },
});

/** Groups the rows by the parent's key in `column`. */
export function groupBy(rows, column, toObject) {
  const groups = new Map();
  for (const row of rows) {
    const group = groups.get(row[column]);
    if (group) group.push(toObject(row));
    else groups.set(row[column], [toObject(row)]);
  }
  return groups;
}

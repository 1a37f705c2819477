import { CreateCompanies1735776000001 } from './1735776000001-create-companies.js';
import { CreateUsers1735776000002 } from './1735776000002-create-users.js';
import { CreatePhones1735776000003 } from './1735776000003-create-phones.js';
import { CreateRoles1735776000004 } from './1735776000004-create-roles.js';
import { CreatePosts1735776000005 } from './1735776000005-create-posts.js';
import { CreateVideos1735776000006 } from './1735776000006-create-videos.js';
import { CreateComments1735776000007 } from './1735776000007-create-comments.js';
import { CreateTags1735776000008 } from './1735776000008-create-tags.js';
import { CreateImages1735776000009 } from './1735776000009-create-images.js';

/** Steps to the demo's tables, in order. */
export const demoMigrations: Function[] = [
  CreateCompanies1735776000001,
  CreateUsers1735776000002,
  CreatePhones1735776000003,
  CreateRoles1735776000004,
  CreatePosts1735776000005,
  CreateVideos1735776000006,
  CreateComments1735776000007,
  CreateTags1735776000008,
  CreateImages1735776000009,
];

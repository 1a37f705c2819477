import { generateActionLogs } from './action-logs.js';
import { generateComments } from './comments.js';
import { generateCompanies } from './companies.js';
import { generateImages } from './images.js';
import { generatePhones } from './phones.js';
import { generatePosts } from './posts.js';
import { generateRoles } from './roles.js';
import { generateTags } from './tags.js';
import { generateUsers } from './users.js';
import { generateVideos } from './videos.js';

/**
 * Generates every row of the demo, by table, in an order that foreign keys allow. The rows are
 * always the same: dates are strings in UTC, JSON values are objects, and keys are set.
 */
export function generateDemo(passwordHash: string) {
  const { companies, company_partners } = generateCompanies();
  const users = generateUsers(companies, passwordHash);
  const posts = generatePosts();
  const videos = generateVideos();
  return {
    companies,
    company_partners,
    users,
    phones: generatePhones(),
    ...generateRoles(),
    posts,
    videos,
    comments: generateComments(posts, videos),
    ...generateTags({ posts, videos, companies }),
    images: generateImages(),
    action_logs: generateActionLogs({ posts, users, companies }),
  };
}

import type { Type } from '@nestjs/common';
import { ActionLogModule } from './action-logs/action-log.module.js';
import { CommentModule } from './comments/comment.module.js';
import { CompanyModule } from './companies/company.module.js';
import { ImageModule } from './images/image.module.js';
import { PhoneModule } from './phones/phone.module.js';
import { PostModule } from './posts/post.module.js';
import { RoleModule } from './roles/role.module.js';
import { TagModule } from './tags/tag.module.js';
import { UserModule } from './users/user.module.js';
import { VideoModule } from './videos/video.module.js';

/** The modules of the publishing house. */
export const demoModules: readonly Type[] = [
  UserModule,
  CompanyModule,
  PhoneModule,
  PostModule,
  VideoModule,
  CommentModule,
  RoleModule,
  TagModule,
  ImageModule,
  ActionLogModule,
];

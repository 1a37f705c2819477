import { Field, MorphToMany, Resource, ResourceOf, type Related } from 'resource-api';
import { CompanyResource } from '../companies/company.resource.js';
import { PostResource } from '../posts/post.resource.js';
import { VideoResource } from '../videos/video.resource.js';
import { Tag } from './tag.entity.js';
import { TagPolicy } from './tag.policy.js';
import { Taggable } from './taggable.entity.js';

/** Subjects of posts, videos and companies. */
@Resource({ policy: TagPolicy, tools: ['index', 'show'] })
export class TagResource extends ResourceOf(Tag, {
  fields: ['label', 'created_at', 'updated_at'],
  searchable: ['label'],
  indexed: ['label'],
}) {
  /** The key, sent when a tag is stored. */
  @Field({ property: 'slug', rules: ['alpha_dash'] })
  id!: string;

  @MorphToMany(() => PostResource, { through: () => Taggable })
  posts!: Related;

  @MorphToMany(() => VideoResource, { through: () => Taggable })
  videos!: Related;

  @MorphToMany(() => CompanyResource, { through: () => Taggable })
  companies!: Related;
}

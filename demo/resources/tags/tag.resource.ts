import { Field, MorphToMany, Resource, ResourceOf, type Related } from 'resource-api';
import { CompanyResource } from '../companies/company.resource.js';
import { PostResource } from '../posts/post.resource.js';
import { VideoResource } from '../videos/video.resource.js';
import { Tag } from './tag.entity.js';
import { TagPolicy } from './tag.policy.js';
import { Taggable } from './taggable.entity.js';

/** Subjects of posts, videos and companies. */
@Resource({ group: 'Content', policy: TagPolicy, tools: ['index', 'show'] })
export class TagResource extends ResourceOf(Tag) {
  /** The key, sent when a tag is stored. */
  @Field({ property: 'slug', rules: ['alpha_dash'] })
  id!: string;

  @Field({ searchable: true, sortable: true, matchable: true })
  label!: string;

  @Field({ readOnly: true })
  created_at!: Date;

  @Field({ readOnly: true })
  updated_at!: Date;

  @MorphToMany(() => PostResource, { through: () => Taggable })
  posts!: Related;

  @MorphToMany(() => VideoResource, { through: () => Taggable })
  videos!: Related;

  @MorphToMany(() => CompanyResource, { through: () => Taggable })
  companies!: Related;
}

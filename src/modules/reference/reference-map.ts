import type { MapLayout, MapResource } from '../../map/map-layout.js';
import type { CompiledResource } from '../../registry/compiled-resource.js';
import { labelOf } from '../../registry/names.js';

/**
 * Lays out the map of the resources that the document describes. The layout is loaded on first use.
 */
export async function mapOf(resources: readonly CompiledResource[]): Promise<MapLayout> {
  const { layOut } = await import('../../map/map-layout.js');
  return layOut(resources.map(mapped));
}

function mapped(resource: CompiledResource): MapResource {
  const { key, options, fields, computed, relations, actions } = resource;
  return {
    key,
    label: options.label ?? labelOf(key),
    group: options.group ?? null,
    facts: [fields.size + computed.size, relations.size, actions.length],
    relations: [...relations.values()].map((member) =>
      member.form === 'relation'
        ? { key: member.key, kind: member.kind, target: member.resource.key, many: member.many }
        : { key: member.key, kind: null, target: null, many: false },
    ),
  };
}

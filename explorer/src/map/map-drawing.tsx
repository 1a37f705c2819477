import type { KeyboardEvent } from 'react';
import { useHref, useNavigate } from 'react-router';
import { curveOf, endsOf, type MapEdge, type MapLayout, type MapNode } from './map-layout.js';
import { listPath } from '../app/paths.js';
import { useText } from '../i18n/language.js';

import type { useViewport } from './use-viewport.js';

type View = ReturnType<typeof useViewport>;

interface MapDrawingProps {
  readonly map: MapLayout;
  readonly frame: View['frame'];
  readonly viewBox: string;
  readonly handlers: View['handlers'];
  /** The key of the resource whose relations stand out. */
  readonly selected: string | null;
  onSelect(this: void, key: string | null): void;
}

/** Draws the resources and their relations. */
export function MapDrawing({ map, frame, viewBox, handlers, selected, onSelect }: MapDrawingProps) {
  const text = useText();
  return (
    <svg
      ref={frame}
      className="map-drawing"
      viewBox={viewBox}
      role="group"
      aria-label={`${text.map}. ${text.mapKeys}`}
      tabIndex={0}
      {...handlers}
    >
      {map.edges.map((edge) => (
        <Edge key={`${edge.from} ${edge.to}`} edge={edge} selected={selected} />
      ))}
      {map.nodes.map((node) => (
        <Node key={node.key} node={node} isSelected={node.key === selected} onSelect={onSelect} />
      ))}
    </svg>
  );
}

interface NodeProps {
  readonly node: MapNode;
  readonly isSelected: boolean;
  onSelect(this: void, key: string | null): void;
}

function Node({ node, isSelected, onSelect }: NodeProps) {
  const text = useText();
  const navigate = useNavigate();
  const path = listPath(node.key);
  const href = useHref(path);
  const { key, label, x, y, width, height, relations } = node;
  const open = (event: { preventDefault(): void; metaKey: boolean; ctrlKey: boolean }) => {
    if (event.metaKey || event.ctrlKey) return;
    event.preventDefault();
    void navigate(path);
  };
  return (
    <a
      href={href}
      className={`map-node ${isSelected ? 'map-selected' : ''}`}
      onClick={open}
      onFocus={() => onSelect(key)}
      onPointerEnter={() => onSelect(key)}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key === 'Escape') onSelect(null);
      }}
    >
      <rect x={x - width / 2} y={y - height / 2} width={width} height={height} rx={8} />
      <text className="map-label" x={x} y={y - 3}>
        {label}
      </text>
      <text className="map-facts" x={x} y={y + 14}>
        {text.relationsCount(relations)}
      </text>
    </a>
  );
}

function Edge({ edge, selected }: { readonly edge: MapEdge; readonly selected: string | null }) {
  const { from, to, names, points } = edge;
  const isSelected = selected === from || selected === to;
  const middle = points[Math.floor(points.length / 2)]!;
  return (
    <g className={`map-edge ${isSelected ? 'map-selected' : selected === null ? '' : 'map-faded'}`}>
      <title>{names.join(', ')}</title>
      <path d={curveOf(points)} />
      {endsOf(edge).map(({ path, transform }) => (
        <path key={transform} d={path} transform={transform} />
      ))}
      {isSelected &&
        names.map((name, at) => (
          <text
            key={name}
            className="map-relation"
            x={middle.x}
            y={middle.y + (at - (names.length - 1) / 2) * 13}
          >
            {name}
          </text>
        ))}
    </g>
  );
}

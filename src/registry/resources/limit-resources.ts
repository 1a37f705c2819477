import type { ReadingOptions, ReadingPlace } from '../../definition/contracts/options.js';
import { siblingsOf } from '../../rules/compile/find-rule-fault.js';
import type { RuleSpec } from '../../rules/entries/rule-types.js';
import type {
  CompiledField,
  CompiledInput,
  CompiledRelated,
  CompiledRelation,
  CompiledResource,
  OmittedMembers,
  ResourceView,
} from './compiled-resource.js';

/** The names of the members that are hidden from a caller, by the resource's key. */
export type HiddenMembers = ReadonlyMap<string, ReadonlySet<string>>;

/** Where the records are read: one place, or any place over HTTP. */
export type ViewPlace = ReadingPlace | 'http';

/** What a view leaves out. */
export interface ViewLimits {
  readonly hidden: HiddenMembers;
  readonly place: ViewPlace;
}

/** The columns of a log row that contain members of the row's resource. @contract C8.1 */
const LOGGED_VALUES = ['original', 'changes'];
const LOGGED_TYPE = 'actionable_type';

/**
 * Returns copies of all resources without what is hidden or read in other places only, linked to
 * each other. Rules that refer to a hidden member do not apply. A field of other places can still be
 * written.
 *
 * @contract C5.9, C5.10
 */
export function limitResources(full: ResourceView, limits: ViewLimits): ResourceView {
  const view = new Map<string, CompiledResource>();
  for (const resource of full.values())
    view.set(resource.key, { ...resource, view, ...limitBody(resource, limits) });
  for (const resource of view.values()) {
    Object.assign<CompiledResource, Pick<CompiledResource, 'relations'>>(resource, {
      relations: limitRelations(resource, view, limits),
    });
    Object.freeze(resource);
  }
  return view;
}

const NONE: ReadonlySet<string> = new Set();
const namesIn = (hidden: HiddenMembers, { key }: CompiledResource): ReadonlySet<string> =>
  hidden.get(key) ?? NONE;

/** Limits the fields, the computed attributes and the inputs. */
function limitBody(
  resource: CompiledResource,
  { hidden, place }: ViewLimits,
): Pick<CompiledResource, 'fields' | 'computed' | 'inputs'> {
  const names = namesIn(hidden, resource);
  const omits = omissionsOf(resource, hidden);
  return {
    fields: remaining(resource.fields, names, (field) =>
      atPlace(limitField(field, names, omits), place),
    ),
    computed: new Map(
      [...resource.computed].filter(
        ([name, { options }]) => !names.has(name) && isAt(options, place),
      ),
    ),
    inputs: remaining(resource.inputs, names, (input) => limitInput(input, names)),
  };
}

function remaining<Member>(
  members: ReadonlyMap<string, Member>,
  names: ReadonlySet<string>,
  limit: (member: Member) => Member,
): ReadonlyMap<string, Member> {
  const seen = [...members].filter(([name]) => !names.has(name));
  return new Map(seen.map(([name, member]) => [name, limit(member)]));
}

function limitField(
  field: CompiledField,
  names: ReadonlySet<string>,
  omits: OmittedMembers | null,
): CompiledField {
  if (omits && LOGGED_VALUES.includes(field.column.property))
    return Object.freeze({ ...field, omits });
  const { rules, options } = field;
  const { storingRules = [] } = options;
  if (![...rules, ...storingRules].some((rule) => refersTo(rule, names))) return field;
  return Object.freeze({
    ...field,
    rules: rulesWithout(rules, names),
    options: { ...options, storingRules: rulesWithout(storingRules, names) },
  });
}

const httpPlaces: readonly ReadingPlace[] = ['index', 'show'];

function isAt({ only }: ReadingOptions, place: ViewPlace): boolean {
  const places = place === 'http' ? httpPlaces : [place];
  return only === undefined || places.some((each) => only.includes(each));
}

/** A field that is read in other places only is like one that is never read. */
const atPlace = (field: CompiledField, place: ViewPlace): CompiledField =>
  isAt(field.options, place) ? field : Object.freeze({ ...field, readable: false });

function limitInput(input: CompiledInput, names: ReadonlySet<string>): CompiledInput {
  const { rules = [] } = input.options;
  if (!rules.some((rule) => refersTo(rule, names))) return input;
  const options = { ...input.options, rules: rulesWithout(rules, names) };
  return Object.freeze({ ...input, options });
}

const rulesWithout = (
  rules: readonly RuleSpec[],
  names: ReadonlySet<string>,
): readonly RuleSpec[] => rules.filter((rule) => !refersTo(rule, names));

/** A rule names a sibling by its path: `address.city` is inside `address`. */
const refersTo = (rule: RuleSpec, names: ReadonlySet<string>): boolean =>
  names.size > 0 && siblingsOf(rule).some((path) => names.has(path.split('.')[0]!));

function omissionsOf({ table }: CompiledResource, hidden: HiddenMembers): OmittedMembers | null {
  const by = table.isLog ? table.columns.get(LOGGED_TYPE) : undefined;
  return by && hidden.size > 0 ? { by, names: hidden } : null;
}

function limitRelations(
  resource: CompiledResource,
  view: ResourceView,
  { hidden, place }: ViewLimits,
): ReadonlyMap<string, CompiledRelated> {
  const elsewhere = [...resource.relations.values()].filter(({ options }) => !isAt(options, place));
  const names = new Set([...namesIn(hidden, resource), ...elsewhere.map(({ key }) => key)]);
  return remaining(resource.relations, names, (member) =>
    member.form === 'relation' ? limitRelation(member, view) : member,
  );
}

/** Limits the related fields that a relation shows, searches and sorts by. */
function limitRelation(relation: CompiledRelation, view: ResourceView): CompiledRelation {
  const resource = view.get(relation.resource.key)!;
  const { columns, options, join } = relation;
  const shown = (name: string): boolean => resource.fields.get(name)?.readable === true;
  const compared = (name: string): boolean =>
    name === 'id' || (shown(name) && resource.fields.get(name)!.omits === null);
  const { searchable, sortable } = options;
  const searched = Array.isArray(searchable) ? listOf(searchable.filter(compared)) : searchable;
  const isLog = join.keyOn === 'pivot' && join.table.isLog;
  return Object.freeze({
    ...relation,
    resource,
    columns: columns?.filter(shown) ?? null,
    pivots: isLog
      ? relation.pivots.filter(({ column }) => !LOGGED_VALUES.includes(column.property))
      : relation.pivots,
    options: {
      ...withoutSearch(options),
      ...(searched && { searchable: searched }),
      ...(sortable && {
        sortable: sortable.filter((written) => compared(written.split('->')[0]!)),
      }),
    },
  });
}

const listOf = (names: readonly string[]): readonly string[] | undefined =>
  names.length > 0 ? names : undefined;

function withoutSearch({
  searchable: _searchable,
  ...options
}: CompiledRelation['options']): Omit<CompiledRelation['options'], 'searchable'> {
  return options;
}

/** Returns the members of a resource with their options. */
export const memberOptionsOf = ({
  fields,
  computed,
  inputs,
  relations,
}: CompiledResource): readonly (readonly [string, ReadingOptions])[] =>
  [...fields, ...computed, ...inputs, ...relations].map(
    ([name, { options }]) => [name, options] as const,
  );

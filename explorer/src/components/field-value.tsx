import { useState } from 'react';
import { Link } from 'react-router';
import { isImagePath, type Field, type Resource } from '../api/schema.js';
import { useSchema } from '../api/session.js';
import { recordPath } from '../app/paths.js';
import { useLanguage, useText } from '../i18n/language.js';
import { Button } from './button.js';
import { Icon } from './icon.js';
import { toneOf } from './tone.js';

interface FieldValueProps {
  readonly resource: Resource;
  readonly field: Field;
  readonly value: unknown;
  /** `cell`: one line, in a table. `full`: everything, on the page of a record. */
  readonly form: 'cell' | 'full';
}

/**
 * Shows a value as its kind. Values are only ever text of the page: markup is not interpreted, and
 * only addresses with http or https become links.
 */
export function FieldValue({ resource, field, value, form }: FieldValueProps) {
  const text = useText();
  const { language } = useLanguage();
  if (value === null || value === undefined)
    return (
      <span className="faint" title={text.noValue}>
        –
      </span>
    );
  if (value === '')
    return (
      <span className="faint" title={text.emptyText}>
        “”
      </span>
    );
  switch (field.kind) {
    case 'boolean':
      return (
        <span className={`flag ${value === true ? 'flag-on' : ''}`}>
          {value === true ? text.yes : text.no}
        </span>
      );
    case 'number':
      return (
        <span className="number">
          {typeof value === 'number' ? value.toLocaleString(language) : String(value)}
        </span>
      );
    case 'decimal':
      return <span className="number">{String(value)}</span>;
    case 'date':
      return <time dateTime={String(value)}>{dateOf(String(value), language)}</time>;
    case 'instant':
      return <Instant value={String(value)} />;
    case 'enum':
      return <Tag value={String(value)} />;
    case 'image':
      return <ImageValue path={String(value)} field={field} form={form} />;
    case 'json':
      return <JsonValue value={value} form={form} />;
    case 'key':
      return <KeyValue resource={resource} field={field} value={value} />;
    case 'text':
      if (isImagePath(plainText(value)))
        return <ImageValue path={plainText(value)} field={field} form={form} />;
      return <TextValue value={plainText(value)} form={form} />;
    case 'long_text':
      return <TextValue value={plainText(value)} form={form} />;
  }
}

/** A value of a list of values. Its color says what the value means to most people. */
export const Tag = ({
  value,
  label = value,
}: {
  readonly value: string;
  readonly label?: string;
}) => <span className={`tag tag-${toneOf(value)}`}>{label}</span>;

const plainText = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** A day has no time zone, so that it is the same day everywhere. */
const dateOf = (value: string, language: string): string => {
  const date = new Date(`${value}T00:00:00Z`);
  return Number.isNaN(date.getTime())
    ? value
    : date.toLocaleDateString(language, { dateStyle: 'medium', timeZone: 'UTC' });
};

/** A date with a time, in the time zone of the browser; its title is the value itself. */
export function Instant({ value }: { readonly value: string }) {
  const { language } = useLanguage();
  const date = new Date(value);
  if (Number.isNaN(date.getTime())) return <span>{value}</span>;
  return (
    <time dateTime={value} title={value}>
      {date.toLocaleString(language, { dateStyle: 'medium', timeStyle: 'short' })}
    </time>
  );
}

/** Longer texts can be folded. Characters. */
const FOLDED = 600;

function TextValue({ value, form }: { readonly value: string; readonly form: 'cell' | 'full' }) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const address = webAddress(value);
  if (form === 'cell')
    return (
      <span dir="auto" className="one-line">
        {value.slice(0, 200)}
      </span>
    );
  if (address !== null)
    return (
      <a href={address} target="_blank" rel="noreferrer noopener" dir="auto" className="outside">
        {value} <Icon name="link" size={12} />
      </a>
    );
  const isLong = value.length > FOLDED;
  return (
    <>
      <span dir="auto" className="long-text">
        {isLong && !isOpen ? `${value.slice(0, FOLDED)}…` : value}
      </span>
      {isLong && (
        <Button variant="quiet" onClick={() => setOpen(!isOpen)}>
          {isOpen ? text.showLess : text.showMore}
        </Button>
      )}
    </>
  );
}

/** Returns the address if it is one that a browser only opens; others, such as `javascript:`, run. */
export function webAddress(value: string): string | null {
  if (!/^https?:\/\/\S+$/i.test(value) || !URL.canParse(value)) return null;
  return new URL(value).href;
}

function ImageValue({ path, field, form }: { path: string; field: Field; form: 'cell' | 'full' }) {
  const [isBroken, setBroken] = useState(false);
  const source = imageSource(path);
  if (form === 'cell' && isBroken)
    return (
      <span className="thumbnail thumbnail-none" title={path}>
        <Icon name="image" />
      </span>
    );
  if (source === null || isBroken) return <TextValue value={path} form={form} />;
  const image = (
    <img
      src={source}
      // Beside the title of its record, it says nothing more.
      alt={form === 'cell' ? '' : field.label}
      loading="lazy"
      className={form === 'cell' ? 'thumbnail' : 'picture'}
      onError={() => setBroken(true)}
    />
  );
  if (form === 'cell') return image;
  return (
    <a href={source} target="_blank" rel="noreferrer noopener">
      {image}
    </a>
  );
}

/** Images are on this service, or at a web address. */
export const imageSource = (path: string): string | null =>
  /^\/(?!\/)/.test(path) ? path : webAddress(path);

function JsonValue({ value, form }: { readonly value: unknown; readonly form: 'cell' | 'full' }) {
  if (form === 'cell')
    return <code className="one-line">{JSON.stringify(value).slice(0, 200)}</code>;
  return (
    <pre className="code" tabIndex={0}>
      {JSON.stringify(value, null, 2)}
    </pre>
  );
}

/** The key of a related record leads to its page, if the caller may list its resource. */
function KeyValue({ resource, field, value }: Omit<FieldValueProps, 'form'>) {
  const schema = useSchema();
  const relation = resource.relations.find(({ key }) => key === field.relation);
  const target = schema.find(relation?.target);
  const key = String(value);
  if (!target) return <code>{key}</code>;
  return (
    <Link to={recordPath(target.key, key)} className="key-link">
      <code>{key}</code>
    </Link>
  );
}

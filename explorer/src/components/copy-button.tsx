import { useState } from 'react';
import { useText } from '../i18n/language.js';
import { Button } from './button.js';

/** Copies a text to the clipboard. */
export function CopyButton({ value }: { readonly value: string }) {
  const text = useText();
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(value);
    setCopied(true);
    setTimeout(() => setCopied(false), 2_000);
  };
  return (
    <Button icon={isCopied ? 'check' : 'copy'} variant="quiet" onClick={() => void copy()}>
      {isCopied ? text.copied : text.copy}
    </Button>
  );
}

import { useEffect, useState } from 'react';

/**
 * Shows a button that copies a text to the clipboard and confirms the copy for a moment; `of` names the text for screen
 * readers.
 */
export function CopyButton({ text, of }: { text: string; of: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const later = setTimeout(() => setCopied(false), 2000);
    return () => clearTimeout(later);
  }, [copied]);
  return (
    <button
      type="button"
      className="copy"
      aria-label={`Copy ${of}`}
      onClick={(event) => void copy(text, event.currentTarget).then(setCopied)}
    >
      {copied ? 'copied' : 'copy'}
    </button>
  );
}

/**
 * Pages loaded over plain http have no clipboard API, so there the text is selected and copied with the browser's copy
 * command.
 */
async function copy(text: string, beside: HTMLElement): Promise<boolean> {
  if (window.isSecureContext) {
    const done = await navigator.clipboard.writeText(text).then(
      () => true,
      () => false,
    );
    if (done) return true;
  }
  const box = document.createElement('textarea');
  box.value = text;
  box.className = 'unseen-copy';
  beside.after(box);
  box.select();
  // oxlint-disable-next-line typescript/no-deprecated
  const done = document.execCommand('copy');
  box.remove();
  beside.focus();
  return done;
}

import { useId, type ReactNode } from 'react';
import { CopyButton } from '../CopyButton.tsx';

type Props = {
  label: string;
  tall?: boolean;
  /** What the text is the address of: it is written to, called or opened with one press. */
  kind?: 'text' | 'email' | 'tel' | 'url' | 'password';
  children: ReactNode;
};

/** A field that is only read: its value on the page, in the place where the input would stand. */
export function ReadValue({ label, tall, kind = 'text', children }: Props) {
  const id = useId();
  const isEmpty = children === '' || children === null || children === undefined;
  const linked = typeof children === 'string' && !isEmpty && kind !== 'text' && kind !== 'password';
  return (
    <div className="field" role="group" aria-labelledby={id} data-tall={tall || undefined}>
      <div className="field-label" id={id}>
        {label}
      </div>
      <div className="field-value">
        {isEmpty && <span className="none">–</span>}
        {!isEmpty && (linked ? <Linked text={children} kind={kind} of={label} /> : children)}
      </div>
    </div>
  );
}

function Linked({ text, kind, of }: { text: string; kind: 'email' | 'tel' | 'url'; of: string }) {
  if (kind === 'url') {
    // What was typed may be no address of a page at all.
    if (!/^https?:\/\//i.test(text)) return text;
    return (
      <a href={text} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  }
  const href = kind === 'email' ? `mailto:${text}` : `tel:${text.replaceAll(/[^\d+*#]/g, '')}`;
  return (
    <>
      <a href={href}>{text}</a> <CopyButton text={text} of={of} />
    </>
  );
}

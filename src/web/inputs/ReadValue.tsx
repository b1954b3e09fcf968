import { useId, type ReactNode } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';

type Props = {
  /** The field's, by which its label is found. */
  name?: string;
  label: string;
  tall?: boolean;
  /** What the text is the address of: it is written to, called or opened with one press. */
  kind?: 'text' | 'email' | 'tel' | 'url' | 'password';
  children: ReactNode;
};

// A text from here on may be too long for its line.
const LONG = 24;

/**
 * A field that is only read: its value on the page, in the place where the input would stand. It takes one line as the input
 * does, and a text that is too long for it is whole in its title; what is `tall` takes the lines that it needs.
 */
export function ReadValue({ name, label, tall, kind = 'text', children }: Props) {
  const id = useId();
  const isEmpty = children === '' || children === null || children === undefined;
  const isLine = typeof children === 'string' && !isEmpty && !tall;
  return (
    <div className="field" role="group" aria-labelledby={id} data-name={name} data-tall={tall || undefined}>
      <div className="field-label" id={id}>
        {label}
      </div>
      <div className="field-value" data-line={isLine || undefined}>
        {isEmpty && <span className="none">–</span>}
        {isLine && <Line text={children} kind={kind} of={label} />}
        {!isEmpty && !isLine && children}
      </div>
    </div>
  );
}

type LineProps = { text: string; kind: NonNullable<Props['kind']>; of: string };

/** A value on one line: an address is a link with a button that copies it. */
export function Line({ text, kind, of }: LineProps) {
  const shown = { className: 'line-text', title: text.length >= LONG ? text : undefined };
  // What was typed may be no address of a page at all.
  if (kind === 'url' && /^https?:\/\//i.test(text))
    return (
      <a {...shown} href={text} target="_blank" rel="noreferrer">
        {text}
      </a>
    );
  if (kind !== 'email' && kind !== 'tel') return <span {...shown}>{text}</span>;
  const href = kind === 'email' ? `mailto:${text}` : `tel:${text.replaceAll(/[^\d+*#]/g, '')}`;
  return (
    <>
      <a {...shown} href={href}>
        {text}
      </a>{' '}
      <CopyButton text={text} of={of} />
    </>
  );
}

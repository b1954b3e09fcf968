import { useId, type ReactNode } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';

type Props = {
  /** The field's name, by which its label is found. */
  name?: string;
  label: string;
  tall?: boolean;
  /** The kind of address that the text is: one press writes to it, calls it or opens it. */
  kind?: 'text' | 'email' | 'tel' | 'url' | 'password';
  children: ReactNode;
};

// From this length on, a text may be too long for its line.
const LONG = 24;

/**
 * Shows a field read-only, with its value where the input would be. It takes one line like the input, and a longer text
 * is whole in its title; a `tall` one takes the lines it needs.
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
        {isLine && <ReadLine text={children} kind={kind} of={label} />}
        {!isEmpty && !isLine && children}
      </div>
    </div>
  );
}

type LineProps = { text: string; kind: NonNullable<Props['kind']>; of: string };

/** A value on one line: an address becomes a link with a copy button. */
export function ReadLine({ text, kind, of }: LineProps) {
  const shown = { className: 'line-text', title: text.length >= LONG ? text : undefined };
  // The text may not be a web address at all.
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

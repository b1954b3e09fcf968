import { useId, type ReactNode } from 'react';
import { CopyButton } from '../components/CopyButton.tsx';

type Props = {
  /** The form field's name, which finds the field's label. */
  name?: string;
  label: string;
  tall?: boolean;
  /**
   * The kind of address in the text; a link with one press writes the e-mail, calls the phone number or opens the web page.
   */
  kind?: 'text' | 'email' | 'tel' | 'url' | 'password';
  children: ReactNode;
};

// A text of this many characters may be too long for one line.
const LONG = 24;

/**
 * Shows a field's value read-only, where the input would be. The value takes one line like the input, and a longer text is
 * complete in its tooltip; a `tall` value takes as many lines as it needs.
 */
export function ReadOnlyValue({ name, label, tall, kind = 'text', children }: Props) {
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
        {isLine && <ReadOnlyLine text={children} kind={kind} of={label} />}
        {!isEmpty && !isLine && children}
      </div>
    </div>
  );
}

type LineProps = { text: string; kind: NonNullable<Props['kind']>; of: string };

/** Shows a value on one line; an e-mail, phone or web address becomes a link with a copy button. */
export function ReadOnlyLine({ text, kind, of }: LineProps) {
  const shown = { className: 'line-text', title: text.length >= LONG ? text : undefined };
  // The stored text may not be a web address at all.
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

import { useLayoutEffect, useState } from 'react';
import { INVALID_MESSAGE } from '../../sending/send.ts';
import { Alert } from '../../components/Alert.tsx';
import { labelOf } from './label-of.ts';
import { equalOnWire } from './useForm.ts';

type Props = {
  errors: Record<string, string[]>;
  sentence?: string;
  /** Returns how a field is called here, if its label alone would name two. */
  nameOf?: (name: string) => string;
};
/** The label of a field, null if the page has none; a field on the page gets a link. */
type Shown = Record<string, { isThere: boolean; words: string | null }>;

/** Spec 1 §8: the warning over a form with field errors; each one links to its field. Nothing if none is left. */
export function Summary({ errors, sentence = INVALID_MESSAGE, nameOf = labelOf }: Props) {
  const [shown, setShown] = useState<Shown>({});
  // The fields are rendered together with it, and some word their errors themselves.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- any render may bring other words; the same ones end it
  useLayoutEffect(() => {
    const now = Object.fromEntries(Object.keys(errors).map((name) => [name, shownAt(name)]));
    if (!equalOnWire(now, shown)) setShown(now);
  });
  if (Object.keys(errors).length === 0) return null;
  return (
    <Alert tone="danger" role="alert">
      <strong>{sentence}</strong>
      <ul>
        {Object.entries(errors).map(([name, messages]) => (
          <li key={name}>
            {shown[name]?.isThere && (
              <a href={`#field-${name}`} onClick={(event) => toField(event, name)}>
                {nameOf(name)}
              </a>
            )}{' '}
            <span>{shown[name]?.words ?? messages.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

const shownAt = (name: string): Shown[string] => ({
  isThere: document.getElementById(`field-${name}`) !== null,
  words: document.getElementById(`field-${name}-error`)?.textContent || null,
});

function toField(event: React.MouseEvent, name: string): void {
  event.preventDefault();
  const field = document.getElementById(`field-${name}`);
  // A group of radio buttons cannot take the focus itself: its first button does.
  (field?.matches('input, textarea, button, [tabindex]') ? field : field?.querySelector('input'))?.focus();
}

import { useLayoutEffect, useState } from 'react';
import { INVALID } from '../../sending/send.ts';
import { Alert } from '../../components/Alert.tsx';
import { labelOf } from './label-of.ts';
import { same } from './useForm.ts';

type Props = { errors: Record<string, string[]>; sentence?: string };
/** The words of a field, null where the page has none; a field that is on the page has its link. */
type Shown = Record<string, { isThere: boolean; words: string | null }>;

/** Spec 1 §8: the warning over a form with field errors; each one leads to its field. Nothing where none is left. */
export function Summary({ errors, sentence = INVALID }: Props) {
  const [shown, setShown] = useState<Shown>({});
  // The fields come to the page with it, and some say what is wrong in words of their own.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- any render may bring other words; the same ones end it
  useLayoutEffect(() => {
    const now = Object.fromEntries(Object.keys(errors).map((name) => [name, shownAt(name)]));
    if (!same(now, shown)) setShown(now);
  });
  if (Object.keys(errors).length === 0) return null;
  return (
    <Alert tone="danger" role="alert">
      <strong>{sentence}</strong>
      <ul>
        {Object.entries(errors).map(([name, said]) => (
          <li key={name}>
            {shown[name]?.isThere && (
              <a href={`#field-${name}`} onClick={(event) => toField(event, name)}>
                {labelOf(name)}
              </a>
            )}{' '}
            <span>{shown[name]?.words ?? said.join(', ')}</span>
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
  // A group of radios is no field itself: its first one is.
  (field?.matches('input, textarea, button, [tabindex]') ? field : field?.querySelector('input'))?.focus();
}

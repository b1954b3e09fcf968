import { useLayoutEffect, useState } from 'react';
import { INVALID_MESSAGE } from '../../sending/send.ts';
import { Alert } from '../../components/Alert.tsx';
import { fieldLabelOnScreen } from './label-of.ts';
import { haveSameJson } from './useRecordForm.ts';

type Props = {
  errors: Record<string, string[]>;
  sentence?: string;
  /** Returns a field's name for the summary, if the field's label alone could mean two fields. */
  nameOf?: (name: string) => string;
};
/**
 * The fields with errors as the page shows them: true if the field is on the page, so that the summary links to it, and the
 * field's own error text, or null.
 */
type Shown = Record<string, { isThere: boolean; words: string | null }>;

/**
 * Shows the warning over a form with field errors (Spec 1 §8); each error links to its field. Shows nothing when no error
 * is left.
 */
export function FieldErrorSummary({
  errors,
  sentence = INVALID_MESSAGE,
  nameOf = fieldLabelOnScreen,
}: Props) {
  const [shown, setShown] = useState<Shown>({});
  // The form's fields are rendered together with the summary, and some of them word their errors themselves.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- any render may bring other words; the same ones end it
  useLayoutEffect(() => {
    const now = Object.fromEntries(Object.keys(errors).map((name) => [name, shownAt(name)]));
    if (!haveSameJson(now, shown)) setShown(now);
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
  // A group of radio buttons cannot take the focus itself, so the group's first button gets it.
  (field?.matches('input, textarea, button, [tabindex]') ? field : field?.querySelector('input'))?.focus();
}

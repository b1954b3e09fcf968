import { useEffect, useState } from 'react';
import { INVALID } from '../../sending/send.ts';
import { Alert } from '../../components/Alert.tsx';
import { labelOf } from './label-of.ts';

type Props = { errors: Record<string, string[]>; sentence?: string };

/** Spec 1 §8: the warning over a form with field errors; each one leads to its field. Nothing where none is left. */
export function Summary({ errors, sentence = INVALID }: Props) {
  // The fields that it names may be on their way to the page with it.
  const [, look] = useState(false);
  useEffect(() => look(true), []);
  if (Object.keys(errors).length === 0) return null;
  return (
    <Alert tone="danger" role="alert">
      <strong>{sentence}</strong>
      <ul>
        {Object.entries(errors).map(([name, said]) => (
          <li key={name}>
            {document.getElementById(`field-${name}`) && (
              <a href={`#field-${name}`} onClick={(event) => toField(event, name)}>
                {labelOf(name)}
              </a>
            )}{' '}
            <span>{said.join(', ')}</span>
          </li>
        ))}
      </ul>
    </Alert>
  );
}

function toField(event: React.MouseEvent, name: string): void {
  event.preventDefault();
  const field = document.getElementById(`field-${name}`);
  // A group of radios is no field itself: its first one is.
  (field?.matches('input, textarea, button, [tabindex]') ? field : field?.querySelector('input'))?.focus();
}

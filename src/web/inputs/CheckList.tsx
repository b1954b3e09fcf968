import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import './inputs.ts';
import type { Field } from './fields.ts';
import { matchesOf } from './matches.ts';

type Props = Field<{ id: number }[] | null | undefined> & {
  label: string;
  options: readonly (readonly [number, string])[];
  none?: string;
};

const MANY = 12;

/** Any of many, with a box that narrows a long list; read as the names that are ticked. */
export function CheckList({ name, value, error, readOnly, change, label, options, none = 'None' }: Props) {
  const [typed, setTyped] = useState('');
  const labelId = `field-${name}-label`;
  const chosen = new Set((value ?? []).map((each) => each.id));
  const names = options.filter(([id]) => chosen.has(id));
  const found = matchesOf(options, typed);
  const setAll = (ids: Iterable<number>): void => change([...ids].map((id) => ({ id })));
  const toggle = (id: number): void =>
    setAll(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]);
  return (
    <div
      className="field check-list"
      role="group"
      aria-labelledby={labelId}
      id={`field-${name}`}
      tabIndex={-1}
      data-invalid={error ? true : undefined}
      data-many={options.length > MANY || undefined}
    >
      <div className="row">
        <div className="field-label" id={labelId}>
          {label}
        </div>
        {!readOnly && (
          <span className="quiet">
            {chosen.size} of {options.length}
          </span>
        )}
        {!readOnly && (
          <span className="push row">
            <button
              type="button"
              className="btn"
              data-look="quiet"
              onClick={() => setAll(new Set([...chosen, ...found.map(([id]) => id)]))}
            >
              Select All
            </button>
            <button
              type="button"
              className="btn"
              data-look="quiet"
              onClick={() => setAll([...chosen].filter((id) => !found.some(([each]) => each === id)))}
            >
              Unselect All
            </button>
          </span>
        )}
      </div>
      {readOnly ? (
        // It scrolls where it is long, by keys too.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        <ul className="check-read" tabIndex={options.length > MANY ? 0 : undefined}>
          {names.length === 0 ? (
            <li className="none">{none}</li>
          ) : (
            names.map(([id, text]) => <li key={id}>{text}</li>)
          )}
        </ul>
      ) : (
        <>
          {options.length > MANY && (
            <input
              className="check-find"
              type="search"
              aria-label={`Find in ${label}`}
              placeholder="Find"
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
          <div className="check-box">
            {found.map(([id, text]) => (
              <Checkbox
                key={id}
                size="xs"
                label={text}
                checked={chosen.has(id)}
                onChange={() => toggle(id)}
              />
            ))}
          </div>
        </>
      )}
      {error && <p className="field-error">{error}</p>}
    </div>
  );
}

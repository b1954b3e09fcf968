import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import '../inputs.ts';
import type { FormFieldProps } from '../fields.ts';
import { findMatchingOptions } from './matches.ts';
import { Button } from '../../components/Button.tsx';

type Options = readonly (readonly [number, string])[];
type Props = FormFieldProps<{ id: number }[] | null | undefined> & {
  label: string;
  options: Options;
  none?: string;
  /** Notes on some of the options, by the option's id, shown below the option's name. */
  notes?: ReadonlyMap<number, string>;
};

const MANY = 12;

/**
 * An input that ticks any of many options. A short list shows all options; a long list shows the ticked names and a box
 * that narrows the options.
 */
export function CheckboxList({ label, options, none = 'None', notes, ...field }: Props) {
  const { name, value, error, readOnly, change } = field;
  const [typed, setTyped] = useState('');
  const labelId = `field-${name}-label`;
  const chosen = new Set((value ?? []).map((each) => each.id));
  const found = findMatchingOptions(options, typed);
  const isMany = options.length > MANY;
  const setAll = (ids: Iterable<number>): void => change([...ids].map((id) => ({ id })));
  const toggle = (id: number): void =>
    setAll(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]);
  const list = readOnly ? (
    <ReadList options={options} chosen={chosen} none={none} isMany={isMany} />
  ) : (
    <div className="check-box">
      {found.map(([id, text]) => (
        <Checkbox
          key={id}
          size="xs"
          label={text}
          description={notes?.get(id)}
          checked={chosen.has(id)}
          onChange={() => toggle(id)}
        />
      ))}
    </div>
  );
  return (
    <div
      className="field check-list"
      role="group"
      aria-labelledby={labelId}
      id={`field-${name}`}
      tabIndex={-1}
      data-invalid={error ? true : undefined}
      data-many={isMany || undefined}
    >
      <div className="field-label" id={labelId}>
        {label}
      </div>
      {isMany && !readOnly && (
        <input
          className="check-find"
          type="search"
          aria-label={`Find in ${label}`}
          placeholder="Find"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      {list}
      <Foot
        label={label}
        status={readOnly && !isMany && chosen.size === 0 ? none : `${chosen.size} of ${options.length}`}
        readOnly={readOnly}
        isNarrowed={typed.trim() !== ''}
        selectAll={() => setAll(new Set([...chosen, ...found.map(([id]) => id)]))}
        unselectAll={() => setAll([...chosen].filter((id) => !found.some(([each]) => each === id)))}
      />
      {error && <p className="field-error">{error}</p>}
    </div>
  );
}

type FootProps = {
  label: string;
  status: string;
  readOnly: boolean;
  isNarrowed: boolean;
  selectAll: () => void;
  unselectAll: () => void;
};

/** Shows the number of ticked options, and buttons that tick all or none of the shown options. */
const Foot = ({ label, status, readOnly, isNarrowed, selectAll, unselectAll }: FootProps) => {
  const which = isNarrowed ? 'found' : 'All';
  return (
    <div className="row check-foot">
      <span className="quiet">{status}</span>
      {!readOnly && (
        <span className="push row">
          <Button look="quiet" aria-label={`Select ${which}: ${label}`} onClick={selectAll}>
            Select {which}
          </Button>
          <Button look="quiet" aria-label={`Unselect ${which}: ${label}`} onClick={unselectAll}>
            Unselect {which}
          </Button>
        </span>
      )}
    </div>
  );
};

type ReadProps = { options: Options; chosen: ReadonlySet<number>; none: string; isMany: boolean };

/**
 * Shows the ticked options read-only. In a short list each ticked option stays at its place, and the unticked ones leave
 * their space empty.
 */
function ReadList({ options, chosen, none, isMany }: ReadProps) {
  const names = options.filter(([id]) => chosen.has(id));
  if (!isMany)
    return (
      <ul className="check-box" data-read>
        {options.map(([id, text]) => (
          <li key={id} data-ticked={chosen.has(id) || undefined} aria-hidden={!chosen.has(id) || undefined}>
            {text}
          </li>
        ))}
      </ul>
    );
  return (
    // A long list scrolls, so it can get the focus and be scrolled by keys.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <ul className="check-read" tabIndex={0}>
      {names.length === 0 ? (
        <li className="none">{none}</li>
      ) : (
        names.map(([id, text]) => <li key={id}>{text}</li>)
      )}
    </ul>
  );
}

import { Popover, TextInput } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useRef, useState, type KeyboardEvent } from 'react';
import { formatDay, isCalendarDay } from '../../../contract/dates.ts';
import { invalidDayMessage, parseTypedLastDay } from './date-inputs.rules.ts';
import type { DateDirection } from '../../../contract/typed/date-direction.ts';
import { useBusinessSettings } from '../../business/business.ts';
import { Icon } from '../../shell/Icon.tsx';
import '../inputs.ts';
import type { FormFieldProps } from '../fields.ts';
import { ReadOnlyValue } from '../ReadOnlyValue.tsx';
import { DayPicker } from './DayPicker.tsx';
import { useTypedText } from './useTypedText.ts';

type Props = FormFieldProps<string | null | undefined> & {
  label: string;
  description?: string;
  lean?: DateDirection;
  /** The first day of the date range, given to the input for the range's last day. */
  first?: string | null;
};

/** The placeholder examples of an empty date input, by the direction in which the input completes a date without a year. */
const EXAMPLES: Record<DateDirection, string> = {
  ahead: 'sat, 12/5, +3',
  back: 'yesterday, fri, 10/31',
  nearest: 'yesterday, 12/5, +3',
};

// The query string of an address may hold an impossible day, which stays as it was typed.
const isDay = (text: string | null | undefined): text is string => isCalendarDay(text ?? '');

/**
 * An input for a day, typed (`sat`, `5`, `1205`, `dec 4`, `12/4/2026`) or picked from a calendar, held as `YYYY-MM-DD`; an
 * empty input is null. A day without a year is the next such day, unless `lean` says otherwise.
 */
export function DateInput({ value, readOnly, label, ...rest }: Props) {
  const shown = isDay(value) ? formatDay(value) : (value ?? '');
  if (readOnly)
    return (
      <ReadOnlyValue name={rest.name} label={label}>
        {shown}
      </ReadOnlyValue>
    );
  return <DateBox {...rest} label={label} day={isDay(value) ? value : null} shown={shown} />;
}

type BoxProps = Omit<Props, 'value' | 'readOnly'> & { day: string | null; shown: string };

/**
 * The text box of a date input with its calendar. The calendar opens beside the box on a click or the down arrow, and
 * typing or leaving closes the calendar, so it never covers the fields that are typed into next. Text that is not a date
 * stays as typed.
 */
function DateBox({ name, error, change, label, day, shown, lean = 'ahead', first, ...rest }: BoxProps) {
  const { today } = useBusinessSettings();
  const [opened, setOpened] = useState<'no' | 'beside' | 'in focus'>('no');
  const box = useRef<HTMLInputElement>(null);
  const close = (): void => setOpened('no');
  const goBack = (): void => {
    if (opened === 'in focus') box.current?.focus();
    close();
  };
  const typing = useTypedText(shown, (typed) =>
    change(typed === '' ? null : (parseTypedLastDay(typed, { today, lean }, first ?? null) ?? typed)),
  );
  const wide = useMediaQuery('(min-width: 900px)', undefined, { getInitialValueInEffect: false });
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    typing.onKeyDown(event);
    if (event.key === 'ArrowDown') {
      event.preventDefault();
      setOpened('in focus');
    } else if (event.key === 'Escape' && opened !== 'no') {
      event.preventDefault();
      close();
    }
  };
  return (
    <Popover
      opened={opened !== 'no'}
      onChange={(isOpen) => !isOpen && close()}
      // The calendar opens beside the input if there is room, so that the fields below are not covered.
      position={wide ? 'right-start' : 'bottom-start'}
      offset={4}
      trapFocus={opened === 'in focus'}
      closeOnEscape={false}
      // The calendar is rendered beside its input, so that it is inside the landmarks of the page.
      withinPortal={false}
      withRoles={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <TextInput
          ref={box}
          id={`field-${name}`}
          name={name}
          label={label}
          error={
            shown === '' || day
              ? error
              : invalidDayMessage(shown, first ? { today: first, lean: 'ahead' } : { today, lean })
          }
          autoComplete="off"
          placeholder={EXAMPLES[lean]}
          rightSectionWidth={30}
          rightSection={
            <button
              type="button"
              className="in-box"
              // The calendar button is not a Tab stop, because keyboard users open the calendar with the down arrow.
              tabIndex={-1}
              onClick={() => setOpened(opened === 'no' ? 'in focus' : 'no')}
            >
              <Icon name="calendar" />
              <span className="unseen">Calendar for {label}</span>
            </button>
          }
          {...rest}
          {...typing}
          onChange={(event) => {
            typing.onChange(event);
            close();
          }}
          onClick={() => opened === 'no' && setOpened('beside')}
          onBlur={() => {
            typing.onBlur();
            if (opened === 'beside') close();
          }}
          onKeyDown={press}
        />
      </Popover.Target>
      <Popover.Dropdown
        role="group"
        aria-label="Calendar"
        className="calendar"
        // The down arrow opens the calendar beside the input; the focus stays in the input.
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          goBack();
        }}
        onMouseDown={(event) => opened === 'beside' && event.preventDefault()}
      >
        <DayPicker
          day={day}
          pick={(picked) => {
            change(picked);
            goBack();
          }}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

import {
  lazy,
  Suspense,
  useCallback,
  useId,
  useRef,
  useState,
  type ComponentProps,
  type KeyboardEvent,
} from 'react';
import { createPortal } from 'react-dom';
import { DAY_FILTER_EXAMPLES, type DateDirection } from '../../../contract/typed/date-direction.ts';
import { Icon } from '../../shell/Icon.tsx';

// The calendar is larger than a whole list, so its code is fetched on demand.
const DayPicker = lazy(async () => {
  const [picker, { themed }] = await Promise.all([
    import('../../inputs/typed/TypedDayPicker.tsx'),
    import('../../theme/themed.tsx'),
  ]);
  return { default: themed(picker.TypedDayPicker) };
});

/** The props of a day's filter box; the value is one day or several, as people type them. */
type Props = ComponentProps<'input'> & {
  value: string;
  'aria-label': string;
  lean: DateDirection;
  pick: (day: string) => void;
};

/** The filter box for days: typed, or picked from the calendar beside the box, which the down arrow also opens. */
export function DayFilter({ pick, lean, ...box }: Props) {
  const id = useId();
  const calendar = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLSpanElement>(null);
  const [home, setHome] = useState<Element | null>(null);
  const [isOpen, setOpen] = useState(false);
  const press = (event: KeyboardEvent<HTMLInputElement>): void => {
    box.onKeyDown?.(event);
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    calendar.current?.showPopover();
  };
  const settle = useCallback((box: HTMLSpanElement | null): void => {
    frame.current = box;
    setHome(box && (box.closest('.dialog-layer, main') ?? document.body));
  }, []);
  const pressInside = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape') return;
    // Escape must close the calendar only, and not the dialog around the list.
    event.preventDefault();
    event.stopPropagation();
    calendar.current?.hidePopover();
  };
  return (
    <span className="day-filter" ref={settle}>
      <input title={`A day or several: ${DAY_FILTER_EXAMPLES[lean]}`} {...box} onKeyDown={press} />
      {/* The calendar button is not a Tab stop, because keyboard users open the calendar with the down arrow. */}
      <button type="button" tabIndex={-1} aria-label={`${box['aria-label']}: calendar`} popoverTarget={id}>
        <Icon name="calendar" />
      </button>
      {/* The calendar is rendered outside of the table, because the table's styles of rows, cells and buttons must not
          apply to it. */}
      {home &&
        createPortal(
          // Escape does the same as a press beside the calendar, so keyboard users lose nothing.
          // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/no-noninteractive-element-interactions
          <div
            ref={calendar}
            id={id}
            popover="auto"
            role="group"
            onKeyDown={pressInside}
            aria-label="Calendar"
            className="calendar day-calendar"
            onBeforeToggle={() => place(calendar.current, frame.current)}
            onToggle={(event) => {
              setOpen(event.newState === 'open');
              if (event.newState === 'closed') frame.current?.querySelector('input')?.focus();
            }}
          >
            {isOpen && (
              <Suspense fallback={null}>
                <Opened
                  typed={box.value}
                  lean={lean}
                  pick={(picked) => {
                    calendar.current?.hidePopover();
                    pick(picked);
                  }}
                />
              </Suspense>
            )}
          </div>,
          home,
        )}
    </span>
  );
}

/** Shows the open calendar, with the focus on the typed day. */
function Opened(props: { typed: string; lean: DateDirection; pick: (day: string) => void }) {
  return (
    <div ref={(opened) => opened?.querySelector<HTMLElement>('[data-autofocus]')?.focus()}>
      <DayPicker {...props} />
    </div>
  );
}

const ROOM = 336;
// Positions the calendar over everything so that nothing clips it; its position is therefore computed from the filter box.
function place(calendar: HTMLElement | null, box: HTMLElement | null): void {
  if (!calendar || !box) return;
  const { left, bottom } = box.getBoundingClientRect();
  calendar.style.left = `${Math.max(8, Math.min(left, window.innerWidth - ROOM))}px`;
  calendar.style.top = `${bottom + 4}px`;
}

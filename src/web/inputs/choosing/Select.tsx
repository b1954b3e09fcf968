import { CloseButton, Combobox, Popover, TextInput } from '@mantine/core';
import { useEffect, useId, useRef } from 'react';
import { isUnrecognizedChoice, type UnrecognizedChoice } from '../../../contract/forms/unread.ts';
import '../inputs.ts';
import type { FormFieldProps } from '../fields.ts';
import { findMatchingOptions, type SelectOption } from './matches.ts';
import { OptionList, optionId } from './OptionList.tsx';
import { ReadOnlyValue } from '../ReadOnlyValue.tsx';
import { useTypedChoice } from './useTypedChoice.ts';

type Value = string | number;
type Options<V> = readonly SelectOption<V>[];
type Props<V extends Value> = FormFieldProps<V | UnrecognizedChoice | null | undefined> & {
  label: string;
  /** The options as value and text, as in the answer of `/api/courses/list`; empty while the options load. */
  options: Options<V>;
  placeholder?: string;
  description?: string;
  /** The text of the chosen option, if it is known before the options have loaded. */
  known?: string;
  /** True if the person may choose no option. */
  clearable?: boolean;
  /** Receives the typed text if the loaded options are not the complete list; `isSeeking` is true while the search runs. */
  seek?: (typed: string) => void;
  isSeeking?: boolean;
};

/**
 * An input that chooses one of many options by typing: Enter and Tab take the highlighted option, and a text that matches
 * no option stays and is rejected.
 */
export function Select<V extends Value>({ readOnly, value, options, label, known = '', ...rest }: Props<V>) {
  const text = isUnrecognizedChoice(value)
    ? value.typed
    : (options.find(([each]) => each === value)?.[1] ?? known);
  // The option's text is shown and never its value, because a record's number means nothing to people.
  if (readOnly)
    return (
      <ReadOnlyValue name={rest.name} label={label}>
        {text}
      </ReadOnlyValue>
    );
  return <Box {...rest} label={label} value={value} options={options} text={text} />;
}

type BoxProps<V extends Value> = Omit<Props<V>, 'readOnly'> & { text: string };

function Box<V extends Value>(props: BoxProps<V>) {
  const { name, value, change, options, error, text, clearable, seek, isSeeking, ...look } = props;
  const listId = useId();
  const { typed, found, at, ...choosing } = useTypedChoice({
    options,
    value,
    change,
    clearable,
    seek,
    isSeeking,
  });
  const isWaiting = isSeeking || options.length === 0;
  const box = useRef<HTMLInputElement>(null);
  // Selects the chosen option's text, as when the input gets the focus, so that typing replaces the text.
  useEffect(() => {
    if (typed === null && box.current === document.activeElement) box.current?.select();
  }, [typed, text]);
  const isOpen = at !== null;
  const isListed = isOpen && found.length > 0;
  const isClearable = clearable && text !== '';
  return (
    <Popover
      opened={isOpen}
      position="bottom-start"
      width="target"
      offset={4}
      // The list is rendered beside its input, so that it is inside the landmarks of the page.
      withinPortal={false}
      withRoles={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
      transitionProps={{ duration: 0 }}
    >
      <Popover.Target>
        <TextInput
          {...look}
          ref={box}
          id={`field-${name}`}
          name={name}
          error={isWaiting ? error : (sentenceAbout(value, options) ?? error)}
          autoComplete="off"
          role="combobox"
          aria-autocomplete="list"
          aria-haspopup="listbox"
          aria-expanded={isListed}
          aria-controls={isListed ? listId : undefined}
          aria-activedescendant={isListed && at >= 0 ? optionId(listId, at) : undefined}
          data-mantine-stop-propagation={isOpen || undefined}
          value={typed ?? text}
          onChange={(event) => choosing.type(event.currentTarget.value)}
          onFocus={(event) => event.currentTarget.select()}
          onMouseDown={(event) => {
            // Without this, the browser would undo the text selection after the click.
            if (typed !== null || event.button !== 0) return;
            event.preventDefault();
            event.currentTarget.focus();
            event.currentTarget.select();
          }}
          onClick={() => !isOpen && choosing.open()}
          onBlur={choosing.leave}
          onKeyDown={choosing.press}
          rightSectionPointerEvents={isClearable ? 'auto' : 'none'}
          rightSection={
            isClearable ? (
              <CloseButton size="sm" tabIndex={-1} aria-label="Choose none" onClick={() => change(null)} />
            ) : (
              <Combobox.Chevron size="xs" />
            )
          }
        />
      </Popover.Target>
      <Popover.Dropdown className="choices" onMouseDown={(event) => event.preventDefault()}>
        <OptionList
          id={listId}
          found={found}
          at={at ?? -1}
          isChosen={(each) => each === value}
          take={choosing.take}
          none={noneRead(typed, isWaiting)}
        />
      </Popover.Dropdown>
    </Popover>
  );
}

const noneRead = (typed: string | null, isWaiting: boolean): string =>
  isWaiting ? 'Please wait...' : `Nothing matches “${typed ?? ''}”.`;

function sentenceAbout(value: unknown, options: Options<Value>): string | undefined {
  if (!isUnrecognizedChoice(value)) return undefined;
  if (value.typed === '') return 'is required';
  const count = findMatchingOptions(options, value.typed).length;
  return count === 0
    ? `Nothing matches “${value.typed}”. Choose one of the list.`
    : `“${value.typed}” matches ${count}. Choose one of them.`;
}

import type { ComponentProps } from 'react';
import { ScreenLink } from '../navigation/ScreenLink.tsx';

type Look = {
  /**
   * `go` is a screen's one primary action, `danger` leads to an action that cannot be undone, `danger-go` performs it,
   * `quiet` has no frame.
   */
  look?: 'go' | 'quiet' | 'danger' | 'danger-go' | undefined;
  /** It shows only a picture; its name is in `aria-label`. */
  icon?: boolean | undefined;
  /** The single key that presses it (src/web/keys). */
  hotkey?: string | undefined;
};

const classes = (more: string | undefined): string => (more ? `btn ${more}` : 'btn');
const shown = ({ look, icon }: Look) => ({ 'data-look': look, 'data-icon': icon || undefined });

/**
 * A button. It submits a form only if `type` says so. While disabled by its own work it has `aria-disabled`, since
 * `disabled` would drop the keyboard focus.
 */
export const Button = ({
  look,
  icon,
  hotkey,
  className,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look) => (
  <button data-key={hotkey} {...rest} {...shown({ look, icon })} type={type} className={classes(className)} />
);

/** A link to a screen that looks like a button. */
export const ButtonLink = ({
  look,
  icon,
  hotkey,
  className,
  ...rest
}: ComponentProps<typeof ScreenLink> & Look) => (
  <ScreenLink data-key={hotkey} {...rest} {...shown({ look, icon })} className={classes(className)} />
);

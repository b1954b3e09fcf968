import type { ComponentProps } from 'react';
import { ScreenLink } from '../navigation/ScreenLink.tsx';

type Look = {
  /**
   * The button's style: `go` is a screen's one primary action, `danger` leads to an action that cannot be undone,
   * `danger-go` performs such an action, `quiet` has no frame.
   */
  look?: 'go' | 'quiet' | 'danger' | 'danger-go' | undefined;
  /** True if the button shows only an icon; its name is then in `aria-label`. */
  icon?: boolean | undefined;
  /** The keyboard shortcut, a single key, that presses the button (src/web/keys). */
  hotkey?: string | undefined;
};

const classes = (more: string | undefined): string => (more ? `btn ${more}` : 'btn');
const shown = ({ look, icon }: Look) => ({ 'data-look': look, 'data-icon': icon || undefined });

/**
 * A button that submits a form only if its `type` says so. A button that its own action disables has `aria-disabled`,
 * because `disabled` would drop the keyboard focus.
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

/** A link to a screen, styled as a button. */
export const ButtonLink = ({
  look,
  icon,
  hotkey,
  className,
  ...rest
}: ComponentProps<typeof ScreenLink> & Look) => (
  <ScreenLink data-key={hotkey} {...rest} {...shown({ look, icon })} className={classes(className)} />
);

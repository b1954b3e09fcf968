import type { ComponentProps } from 'react';

type Props = ComponentProps<'div'> & {
  /** The color of the alert. `danger`: rejected or failed. `waiting`: not settled, or needs attention. `good`: done. */
  tone: 'danger' | 'waiting' | 'good';
};

/**
 * Shows a sentence in a colored box. Use `role="alert"` if the sentence follows an action and must be announced, `status`
 * if it may wait.
 */
export const Alert = ({ tone, className, ...rest }: Props) => (
  <div {...rest} data-tone={tone} className={className ? `alert ${className}` : 'alert'} />
);

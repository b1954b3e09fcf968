import type { ComponentProps } from 'react';

type Props = ComponentProps<'div'> & {
  /** `danger`: rejected or failed. `waiting`: not settled, or needs attention. `good`: done. */
  tone: 'danger' | 'waiting' | 'good';
};

/** A sentence in its own box. Use `role="alert"` if it follows an action and must be announced, `status` if it may wait. */
export const Alert = ({ tone, className, ...rest }: Props) => (
  <div {...rest} data-tone={tone} className={className ? `alert ${className}` : 'alert'} />
);

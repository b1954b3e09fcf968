import type { ComponentProps } from 'react';

type Props = ComponentProps<'div'> & {
  /** `danger`: refused or failed. `waiting`: not settled, or to be looked at. `good`: done. */
  tone: 'danger' | 'waiting' | 'good';
};

/** A sentence in a box of its own. `role="alert"` where it comes after an act and must be heard, `status` where it may wait. */
export const Alert = ({ tone, className, ...rest }: Props) => (
  <div {...rest} data-tone={tone} className={className ? `alert ${className}` : 'alert'} />
);

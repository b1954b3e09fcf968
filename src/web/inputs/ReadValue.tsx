import { useId, type ReactNode } from 'react';

/** A field that is only read: its value on the page, in the place where the input would stand. */
export function ReadValue({ label, tall, children }: { label: string; tall?: boolean; children: ReactNode }) {
  const id = useId();
  return (
    <div className="field" role="group" aria-labelledby={id} data-tall={tall || undefined}>
      <div className="field-label" id={id}>
        {label}
      </div>
      <div className="field-value">
        {children === '' || children === null ? <span className="none">–</span> : children}
      </div>
    </div>
  );
}

import { useId, type ReactNode } from 'react';

/** Groups related fields under a small heading; `wide` spans both columns of the form. */
export function FieldGroup({
  title,
  wide,
  children,
}: {
  title: string;
  wide?: boolean;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section className="card field-group" data-wide={wide || undefined} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <div className="fields">{children}</div>
    </section>
  );
}

/** A field as wide as its whole field group. */
export const WideField = ({ children }: { children: ReactNode }) => <div className="wide">{children}</div>;

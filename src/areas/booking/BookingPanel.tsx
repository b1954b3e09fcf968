import { useId, type ReactNode } from 'react';

/** Shows a titled box of the booking engine. */
export function BookingPanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section className="card" aria-labelledby={id}>
      <h2 id={id} className="panel-title">
        {title}
      </h2>
      <div className="pad">{children}</div>
    </section>
  );
}

import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { TextInput } from '../../../web/inputs/TextInput.tsx';
import { sendCall } from '../../../web/sending/send.ts';
import { deals } from '../../deals/deals.contract.ts';
import { BookingPanel } from '../BookingPanel.tsx';
import { chosenCourseId } from '../form/form.rules.ts';
import type { BookingFields } from '../form/useBookingForm.ts';
import { Button } from '../../../web/components/Button.tsx';

/** Spec 1 §2: this text is misspelled in the product; keep it. */
const FETCHING = 'Fetcing deals';

export function DealPanel({ fields }: { fields: BookingFields }) {
  const { form, set } = fields;
  const found = useMutation({
    mutationFn: (asked: string) => sendCall(deals.index, { query: queryOf(asked, chosenCourseId(form)) }),
    onSuccess: ({ deals: [only, another] }) => set({ deal_id: only && !another ? only.id : null }),
  });
  const { reset } = found;
  // Booking empties the form, and the list of deals with it.
  const isBlank = form.deal_query === '' && form.deal_id === null;
  useEffect(() => {
    if (isBlank) reset();
  }, [isBlank, reset]);
  const asked = form.deal_query.trim() || form.customer.email.trim();
  return (
    <BookingPanel title="Deal">
      <div className="with-button">
        <TextInput
          label="Deal ID or customer email"
          placeholder={form.customer.email}
          {...fields.field('deal_query')}
        />
        <Button
          disabled={asked === '' || found.isPending}
          onClick={() => {
            if (form.deal_query.trim() === '') set({ deal_query: asked });
            found.mutate(asked);
          }}
        >
          Find or match deals
        </Button>
      </div>
      <div aria-live="polite">
        {found.isPending && <p className="quiet">{FETCHING}. Please wait...</p>}
        {found.error && (
          <p className="field-error" role="alert">
            {found.error.message} You can book without a deal.
          </p>
        )}
        {found.data && <DealTable fields={fields} {...found.data} />}
      </div>
    </BookingPanel>
  );
}

const queryOf = (asked: string, course: number | null) =>
  /^\d+$/.test(asked)
    ? { dealId: asked, course: String(course ?? '') }
    : { email: asked, course: String(course ?? '') };

type TableProps = { fields: BookingFields; deals: { id: number; title: string }[]; pipe_url: string };

function DealTable({ fields, deals: rows, pipe_url }: TableProps) {
  if (rows.length === 0) return <p className="quiet">No deals found</p>;
  return (
    <table className="small-table deal-table">
      <thead className="unseen">
        <tr>
          <th>Select</th>
          <th>Title</th>
          <th>Link</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((deal) => (
          <tr key={deal.id}>
            <td>
              <input
                type="radio"
                name="deal"
                aria-label={`Select ${deal.title}`}
                checked={fields.form.deal_id === deal.id}
                onChange={() => fields.set({ deal_id: deal.id })}
              />
            </td>
            <td>{deal.title}</td>
            <td className="r">
              <a href={`${pipe_url}${deal.id}`} target="_blank" rel="noreferrer">
                View in Pipedrive
              </a>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
